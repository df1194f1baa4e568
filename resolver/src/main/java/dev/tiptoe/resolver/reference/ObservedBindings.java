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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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
 * Then the loaded types of the referring module are read, at most {@value #MOST} of them.
 */
final class ObservedBindings {

  private static final int MOST = 10_000;

  private final IdView view;
  private final LoadedModules loaded;
  private final TypeRefResolver resolver;
  private @Nullable Map<ModuleID, List<ClassShape.Defined>> derived;
  private final Map<LoadedImage, Map<Integer, Optional<LoadedImage>>> bindings = new HashMap<>();

  ObservedBindings(IdView view, LoadedModules loaded) {
    this.view = view;
    this.loaded = loaded;
    this.resolver = TypeRefResolver.unobserving(loaded);
  }

  /** Returns the assembly that a reference was observed to be bound to. */
  Optional<Candidate> of(LoadedImage from, int assemblyRef) {
    List<Candidate> observable = loaded.observable(from, assemblyRef);
    return observable.isEmpty() ? Optional.empty() : among(observable, from, assemblyRef);
  }

  private synchronized Optional<Candidate> among(
      List<Candidate> observable, LoadedImage from, int assemblyRef) {
    Map<Integer, Optional<LoadedImage>> known = bindings.get(from);
    if (known == null) {
      known = new HashMap<>();
      for (ClassShape.Defined type : derived().getOrDefault(from.id(), List.of())) {
        lookAt(from, type, known);
      }
      bindings.put(from, known);
    }
    Optional<LoadedImage> bound = known.getOrDefault(assemblyRef, Optional.empty());
    return observable.stream()
        .filter(each -> bound.filter(each.module()::equals).isPresent())
        .findFirst()
        .map(Candidate::observed);
  }

  private Map<ModuleID, List<ClassShape.Defined>> derived() {
    Map<ModuleID, List<ClassShape.Defined>> all = derived;
    if (all == null) {
      Map<ModuleID, List<ClassShape.Defined>> found = new HashMap<>();
      view.classes().forEach(fact -> add(fact, found));
      all = found;
      derived = found;
    }
    return all;
  }

  private void add(ClassFact fact, Map<ModuleID, List<ClassShape.Defined>> all) {
    if (fact.shape() instanceof ClassShape.Defined type && !type.parent().isNone()) {
      if (loaded.module(type.module()).isPresent() && !fact.disputed()) {
        List<ClassShape.Defined> ofModule =
            all.computeIfAbsent(type.module(), none -> new ArrayList<>());
        if (ofModule.size() < MOST) {
          ofModule.add(type);
        }
      }
    }
  }

  private void lookAt(
      LoadedImage from, ClassShape.Defined type, Map<Integer, Optional<LoadedImage>> known) {
    try {
      Token base = new TypeDef(from.image(), type.typeDef().rid()).extendsType();
      if (base.table() == TypeSpec.TABLE) {
        TypeSpec spec = new TypeSpec(from.image(), base.rid());
        align(from, TypeSignature.of(spec.signature()), type.parent(), known);
      } else {
        align(from, new TypeSignature.Named(base, false), type.parent(), known);
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
