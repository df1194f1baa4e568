// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.image.MemberRef;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.image.MethodSpec;
import dev.tiptoe.metadata.image.ModuleRef;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.image.TypeSpec;
import dev.tiptoe.metadata.signature.MethodSignature;
import dev.tiptoe.metadata.signature.PrimitiveType;
import dev.tiptoe.metadata.signature.Signature;
import dev.tiptoe.metadata.signature.TypeSignature;
import dev.tiptoe.metadata.signature.TypeSignature.GeneralArray;
import dev.tiptoe.metadata.signature.TypeSignature.GenericInstance;
import dev.tiptoe.metadata.signature.TypeSignature.Named;
import dev.tiptoe.metadata.signature.TypeSignature.SzArray;
import dev.tiptoe.resolver.reference.Ancestry.Ancestor;
import dev.tiptoe.resolver.reference.MemberResolution.Ambiguous;
import dev.tiptoe.resolver.reference.MemberResolution.ArrayMethod;
import dev.tiptoe.resolver.reference.MemberResolution.Method;
import dev.tiptoe.resolver.reference.MemberResolution.Reason;
import dev.tiptoe.resolver.reference.MemberResolution.Resolved;
import dev.tiptoe.resolver.reference.MemberResolution.Unresolved;
import dev.tiptoe.resolver.reference.MemberSearch.Found;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Finds the method or field to which a MemberRef or MethodSpec leads, among the modules that are
 * loaded.
 *
 * <p>The type is resolved first, then the member in it and in its base types, by name and
 * signature. These are compared as the CLR compares them: across modules and through forwarders.
 *
 * <p>Thread-safe. Caches answers, and signatures of methods by name, both bounded. Damage is an
 * answer here, never an exception.
 *
 * @ecma II.22.25, II.22.29
 */
public final class MemberResolver {

  private final LoadedModules loaded;
  private final LoadedTypes types;
  private final TypeRefResolver resolver;
  private final Overloads overloads = new Overloads();
  private final LongSearches searches;
  private final RowCache<MemberResolution> memberRefs;
  private final RowCache<MemberResolution> methodSpecs;

  /** Creates a resolver among the modules of {@code types}. */
  public MemberResolver(LoadedTypes types) {
    this.types = types;
    this.loaded = types.modules();
    this.resolver = types.resolver();
    searches = new LongSearches(references(loaded));
    memberRefs = new RowCache<>(MemberRef.TABLE, loaded.all().size());
    methodSpecs = new RowCache<>(MethodSpec.TABLE, loaded.all().size());
  }

  private static long references(LoadedModules loaded) {
    return loaded.all().stream()
        .map(module -> module.image().tables())
        .mapToLong(tables -> tables.whole(MemberRef.TABLE) + tables.whole(MethodSpec.TABLE))
        .sum();
  }

  /**
   * Resolves a reference of a module.
   *
   * @param reference a row of that module
   */
  public MemberResolution resolve(LoadedImage from, MemberRef reference) {
    MemberResolution known = memberRefs.get(from, reference.rid());
    if (known == null) {
      known = counted(from, reference.token(), work -> search(from, reference, work));
      memberRefs.put(from, reference.rid(), known, 4);
    }
    return known;
  }

  /**
   * Resolves an instantiation of a generic method by a module.
   *
   * @param reference a row of that module
   */
  public MemberResolution resolve(LoadedImage from, MethodSpec reference) {
    MemberResolution known = methodSpecs.get(from, reference.rid());
    if (known == null) {
      known = counted(from, reference.token(), work -> instantiate(from, reference, work));
      methodSpecs.put(from, reference.rid(), known, 4);
    }
    return known;
  }

  private MemberResolution counted(
      LoadedImage from, Token reference, Function<SearchWork, MemberResolution> answer) {
    SearchWork work = searches.begin(from, reference);
    try {
      return answer.apply(work);
    } catch (MetadataFormatException damage) {
      return new Unresolved(Reason.DAMAGED, String.valueOf(damage.getMessage()));
    } finally {
      searches.end(from, reference, work);
    }
  }

  // ---- MethodSpec

  private MemberResolution instantiate(LoadedImage from, MethodSpec reference, SearchWork work) {
    Token method = reference.method();
    work.read(reference.instantiation());
    Signature signature = Signature.of(reference.instantiation());
    if (!(signature instanceof Signature.Instantiation instantiation)) {
      return new Unresolved(Reason.DAMAGED, reference.token() + " has no type arguments");
    }
    List<RuntimeType> arguments =
        instantiation.arguments().stream().map(each -> type(from, each, work)).toList();
    return method.table() == MethodDef.TABLE
        ? instantiated(ofDefinition(from, new MethodDef(from.image(), method.rid())), arguments)
        : instantiated(resolve(from, new MemberRef(from.image(), method.rid())), arguments);
  }

  private RuntimeType type(LoadedImage from, TypeSignature signature, SearchWork work) {
    int most = Math.min(RuntimeType.MOST_PARTS, work.partsLeft());
    RuntimeType type = types.type(from, signature, most);
    boolean tooLarge =
        type instanceof RuntimeType.Unresolved none
            && none.reason() == RuntimeType.Reason.TOO_LARGE;
    work.add(SearchWork.OF_A_PART * (tooLarge ? most + 1 : type.parts()));
    return type;
  }

  private static MemberResolution instantiated(
      MemberResolution generic, List<RuntimeType> arguments) {
    if (generic instanceof Resolved resolved) {
      return resolved.member() instanceof Method method
              && MethodSignature.of(method.row().signature()).arity() == arguments.size()
          ? new Resolved(method, resolved.declaringType(), arguments)
          : new Unresolved(Reason.DAMAGED, resolved.member() + " takes other type arguments");
    }
    return generic instanceof Ambiguous several
        ? combined(
            several.candidates().stream().map(each -> instantiated(each, arguments)).toList())
        : generic;
  }

  private Resolved ofDefinition(LoadedImage from, MethodDef method) {
    RuntimeType declaring = types.type(from.id(), method.declaringType().token());
    return new Resolved(new Method(from, method), declaring, List.of());
  }

  // ---- MemberRef

  private MemberResolution search(LoadedImage from, MemberRef row, SearchWork work) {
    Token parent = row.parent();
    Reference reference = new Reference(row, work);
    work.read(row.signature());
    return switch (parent.table()) {
      case MethodDef.TABLE -> vararg(from, reference, new MethodDef(from.image(), parent.rid()));
      case ModuleRef.TABLE -> global(from, reference, new ModuleRef(from.image(), parent.rid()));
      case TypeSpec.TABLE -> inSpec(from, reference, parent);
      default -> {
        RuntimeType type = types.type(from.id(), parent);
        yield in(from, reference, Ancestry.resolved(from, parent, resolver), type);
      }
    };
  }

  /** A MemberRef, and the work of its search. */
  private record Reference(MemberRef row, SearchWork work) {

    String name() {
      return row.name();
    }

    Bytes signature() {
      return row.signature();
    }

    SignatureMatch match(TypeRefResolver resolver) {
      return new SignatureMatch(resolver, work);
    }
  }

  /** Resolves a call of a vararg method of this module. */
  private MemberResolution vararg(LoadedImage from, Reference reference, MethodDef method) {
    MethodSignature call = MethodSignature.of(reference.signature());
    reference.work().read(method.signature());
    MethodSignature callee = MethodSignature.of(method.signature());
    SignatureMatch.Place here = new SignatureMatch.Place(from, null);
    return reference.match(resolver).methods(call, here, callee, here)
            == SignatureMatch.Verdict.SAME
        ? ofDefinition(from, method)
        : new Unresolved(Reason.NO_SUCH_MEMBER, method.token() + " has another signature");
  }

  /** Resolves a method or field of another module of the assembly, outside all types. */
  private MemberResolution global(LoadedImage from, Reference reference, ModuleRef module) {
    List<MemberResolution> all = new ArrayList<>();
    for (Candidate each : loaded.modules(from, module.name())) {
      TypeDef outside = new TypeDef(each.module().image(), 1);
      RuntimeType type = types.type(each.module().id(), outside.token());
      all.add(find(from, reference, new Ancestor(each.module(), outside, null), type));
    }
    return all.isEmpty()
        ? new Unresolved(Reason.NOT_LOADED, "module " + module.name() + " is not loaded")
        : combined(all);
  }

  private MemberResolution inSpec(LoadedImage from, Reference reference, Token spec) {
    TypeSpec row = new TypeSpec(from.image(), spec.rid());
    reference.work().read(row.signature());
    TypeSignature type = Ancestry.unmodified(TypeSignature.of(row.signature()));
    RuntimeType whole = type(from, type, reference.work());
    if (type instanceof SzArray array) {
      ArrayMethods methods = new ArrayMethods(from, array.element(), true, 1);
      return inArray(from, reference, methods, whole);
    }
    if (type instanceof GeneralArray array) {
      int rank = array.shape().rank();
      ArrayMethods methods = new ArrayMethods(from, array.element(), false, rank);
      return inArray(from, reference, methods, whole);
    }
    if (type instanceof PrimitiveType primitive) {
      return in(from, reference, types.definition(primitive), whole);
    }
    TypeSignature generic =
        type instanceof GenericInstance instance ? Ancestry.unmodified(instance.type()) : type;
    return generic instanceof Named named && named.token().table() != TypeSpec.TABLE
        ? in(from, reference, Ancestry.resolved(from, named.token(), resolver), whole)
        : new Unresolved(Reason.NO_SUCH_MEMBER, type + " has no members of its own");
  }

  private MemberResolution inArray(
      LoadedImage from, Reference reference, ArrayMethods methods, RuntimeType whole) {
    if (Signature.of(reference.signature()) instanceof MethodSignature wanted) {
      Optional<ArrayMethod> own = methods.find(reference.name(), wanted, reference.match(resolver));
      if (own.isPresent()) {
        return new Resolved(own.get(), whole, List.of());
      }
    }
    return in(from, reference, types.arrayDefinition(), types.array());
  }

  private MemberResolution in(
      LoadedImage from, Reference reference, TypeResolution type, RuntimeType whole) {
    if (type instanceof TypeResolution.Resolved one) {
      return find(from, reference, new Ancestor(one.module(), one.type(), null), whole);
    }
    if (type instanceof TypeResolution.Ambiguous several) {
      return combined(
          several.candidates().stream()
              .map(
                  each ->
                      find(
                          from,
                          reference,
                          new Ancestor(each.module(), each.type(), null),
                          new RuntimeType.Defined(each.key(), arguments(whole))))
              .toList());
    }
    return MemberSearch.because(type);
  }

  private static List<RuntimeType> arguments(RuntimeType type) {
    return type instanceof RuntimeType.Defined defined ? defined.typeArguments() : List.of();
  }

  private MemberResolution find(
      LoadedImage from, Reference reference, Ancestor type, RuntimeType whole) {
    String name = reference.name();
    MemberSearch search =
        new MemberSearch(overloads, reference.match(resolver), from, name, reference.work());
    Signature signature = Signature.of(reference.signature());
    if (signature instanceof Signature.OfField field) {
      return search
          .field(type, field.type())
          .<MemberResolution>map(found -> new Resolved(found.member(), whole, List.of()))
          .orElseGet(() -> search.nothing(type.type().name(), Optional.empty()));
    }
    if (!(signature instanceof MethodSignature method)) {
      return new Unresolved(
          Reason.DAMAGED, reference.row().token() + " is neither method nor field");
    }
    Optional<Found> own = search.method(type, method);
    if (own.isPresent()) {
      return new Resolved(own.get().member(), whole, List.of());
    }
    return search.goesOn(type)
        ? inherited(search, type, method, whole, reference.work())
        : search.nothing(type.type().name(), Optional.empty());
  }

  private MemberResolution inherited(
      MemberSearch search,
      Ancestor type,
      MethodSignature method,
      RuntimeType whole,
      SearchWork work) {
    Ancestry ancestry = Ancestry.of(type, resolver, work);
    Optional<Found> found = search.inherited(ancestry, method);
    return found.isPresent()
        ? new Resolved(
            found.get().member(), declaring(ancestry, found.get().level(), whole), List.of())
        : search.nothing(type.type().name(), ancestry.end());
  }

  /** Returns the base type at a level, with the arguments that follow from those of the type. */
  private RuntimeType declaring(Ancestry ancestry, int level, RuntimeType whole) {
    RuntimeType type = whole;
    for (int i = 0; i < level; i++) {
      Ancestor derived = ancestry.types().get(i);
      RuntimeType base = types.type(derived.module().id(), derived.type().extendsType());
      type = base.substitute(arguments(type));
    }
    return type;
  }

  /**
   * Combines several answers: those that found something are kept; only if none did, the others
   * are.
   */
  private static MemberResolution combined(List<MemberResolution> all) {
    List<Resolved> found =
        all.stream()
            .filter(Resolved.class::isInstance)
            .map(Resolved.class::cast)
            .distinct()
            .toList();
    return switch (found.size()) {
      case 0 -> all.get(0);
      case 1 -> found.get(0);
      default -> new Ambiguous(found);
    };
  }
}
