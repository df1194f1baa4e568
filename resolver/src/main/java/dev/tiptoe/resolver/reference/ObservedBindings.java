// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.AssemblyRef;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.image.TypeRef;
import dev.tiptoe.metadata.image.TypeSpec;
import dev.tiptoe.metadata.signature.TypeSignature;
import dev.tiptoe.resolver.answer.LoadedImage;
import dev.tiptoe.resolver.answer.TypeKey;
import dev.tiptoe.resolver.answer.TypeResolution;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.ClassFact;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.Meaning;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds out from observations which assemblies the runtime bound references to.
 *
 * <p>The metadata of a loaded type refers to its base type, and the runtime reported the ClassID of
 * that. Aligning them, base type with ClassID and type argument with type argument, shows in which
 * module each TypeRef ended. When only one of the assemblies that a reference may mean leads there,
 * it is the right one. The runtime binds a module's reference to an assembly once, so it is also
 * the right one for all other types behind that reference. When two types disagree, both are
 * ignored.
 *
 * <p>Thread-safe. Nothing is read before a reference is found that may mean several assemblies.
 * Then the types of the referring module are, at most {@value #MOST} that derive from a type of
 * another module; those that are loaded are looked at again when facts came.
 */
final class ObservedBindings {

  private static final int MOST = 1 << 16;

  /** Where a module's references to assemblies were bound; empty where observations disagree. */
  private record Observed(List<TypeDef> derived, Map<Integer, Optional<LoadedImage>> bindings) {}

  private final IdView view;
  private final LoadedModules loaded;
  private final TypeRefResolver resolver;

  /** By the referring module: of those whose references may mean several assemblies. */
  private final Map<LoadedImage, Observed> known = new HashMap<>();

  /**
   * Creates the bindings that a view shows.
   *
   * @param view may be one of now, which shows more with each fact
   */
  ObservedBindings(IdView view, LoadedModules loaded) {
    this.view = view;
    this.loaded = loaded;
    this.resolver = TypeRefResolver.unobserving(loaded);
  }

  /** Returns the assembly that a reference was observed to be bound to. */
  Optional<Candidate> of(LoadedImage from, int assemblyRef) {
    List<Candidate> observable = loaded.observable(from, assemblyRef);
    if (observable.isEmpty()) {
      return Optional.empty();
    }
    Optional<LoadedImage> bound = bindings(from).getOrDefault(assemblyRef, Optional.empty());
    return observable.stream()
        .filter(each -> bound.filter(each.module()::equals).isPresent())
        .findFirst()
        .map(Candidate::observed);
  }

  private synchronized Map<Integer, Optional<LoadedImage>> bindings(LoadedImage from) {
    Observed observed = known.get(from);
    if (observed == null) {
      List<TypeDef> derived = derived(from);
      observed = new Observed(derived, bindings(from, derived));
      known.put(from, observed);
    }
    return observed.bindings();
  }

  /**
   * Returns the modules whose references were requested, and of which is observed by now that they
   * lead elsewhere.
   */
  synchronized Set<ModuleID> outdated() {
    Set<ModuleID> outdated = new HashSet<>();
    known.forEach(
        (from, observed) -> {
          if (!observed.bindings().equals(bindings(from, observed.derived()))) {
            outdated.add(from.id());
          }
        });
    return outdated;
  }

  /** Returns the types of a module whose base type is, or may have arguments, of another. */
  private static List<TypeDef> derived(LoadedImage from) {
    List<TypeDef> derived = new ArrayList<>();
    int count = from.image().count(TypeDef.TABLE);
    for (int rid = 1; rid <= count && derived.size() < MOST; rid++) {
      TypeDef type = new TypeDef(from.image(), rid);
      try {
        Token base = type.extendsType();
        if (!base.isNil() && base.table() != TypeDef.TABLE) {
          derived.add(type);
        }
      } catch (MetadataFormatException damage) {
        // A damaged type shows nothing.
      }
    }
    return derived;
  }

  private Map<Integer, Optional<LoadedImage>> bindings(LoadedImage from, List<TypeDef> derived) {
    Map<Integer, Optional<LoadedImage>> found = new HashMap<>();
    for (TypeDef type : derived) {
      view.forEachClassID(from.id(), type.token(), id -> lookAt(from, type, id, found));
    }
    return found;
  }

  private void lookAt(
      LoadedImage from, TypeDef type, ClassID id, Map<Integer, Optional<LoadedImage>> found) {
    view.meaningOf(id)
        .valid()
        .filter(fact -> !fact.disputed())
        .map(ClassFact::shape)
        .filter(ClassShape.Defined.class::isInstance)
        .map(ClassShape.Defined.class::cast)
        .filter(shape -> !shape.parent().isNone())
        .ifPresent(shape -> lookAt(from, type.extendsType(), shape.parent(), found));
  }

  private void lookAt(
      LoadedImage from, Token base, ClassID made, Map<Integer, Optional<LoadedImage>> found) {
    try {
      if (base.table() == TypeSpec.TABLE) {
        TypeSpec spec = new TypeSpec(from.image(), base.rid());
        align(from, TypeSignature.of(spec.signature()), made, found);
      } else {
        align(from, new TypeSignature.Named(base, false), made, found);
      }
    } catch (MetadataFormatException damage) {
      // A damaged type shows nothing.
    }
  }

  /** Aligns a type as the metadata writes it with the type that the runtime made of it. */
  private void align(
      LoadedImage from,
      TypeSignature written,
      ClassID made,
      Map<Integer, Optional<LoadedImage>> known) {
    if (!(view.meaningOf(made) instanceof Meaning.Valid<ClassFact> meaning)) {
      return;
    }
    ClassShape shape = meaning.fact().shape();
    if (written instanceof TypeSignature.Named named
        && named.token().table() == TypeRef.TABLE
        && shape instanceof ClassShape.Defined type) {
      learn(from, new TypeRef(from.image(), named.token().rid()), type, known);
    } else if (written instanceof TypeSignature.GenericInstance instance
        && shape instanceof ClassShape.Defined type
        && instance.arguments().size() == type.typeArguments().size()) {
      align(from, instance.type(), made, known);
      for (int i = 0; i < instance.arguments().size(); i++) {
        align(from, instance.arguments().get(i), type.typeArguments().get(i), known);
      }
    } else if (written instanceof TypeSignature.SzArray array
        && shape instanceof ClassShape.Array vector) {
      align(from, array.element(), vector.element(), known);
    }
  }

  private void learn(
      LoadedImage from,
      TypeRef reference,
      ClassShape.Defined type,
      Map<Integer, Optional<LoadedImage>> known) {
    Token scope = TypeRefResolver.outermost(reference).resolutionScope();
    if (scope.table() != AssemblyRef.TABLE) {
      return;
    }
    List<LoadedImage> fitting =
        loaded.observable(from, scope.rid()).stream()
            .filter(each -> leadsTo(type, resolver.resolve(from, reference, each)))
            .map(Candidate::module)
            .toList();
    if (fitting.size() == 1) {
      Optional<LoadedImage> one = Optional.of(fitting.get(0));
      known.merge(scope.rid(), one, (old, found) -> old.equals(found) ? old : Optional.empty());
    }
  }

  private static boolean leadsTo(ClassShape.Defined type, TypeResolution answer) {
    TypeKey key = new TypeKey(type.module(), type.typeDef());
    return answer.candidates().stream().anyMatch(each -> each.key().equals(key));
  }
}
