// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.answer.RuntimeType;
import dev.tiptoe.resolver.answer.RuntimeType.Array;
import dev.tiptoe.resolver.answer.RuntimeType.ByRef;
import dev.tiptoe.resolver.answer.RuntimeType.Canonical;
import dev.tiptoe.resolver.answer.RuntimeType.Defined;
import dev.tiptoe.resolver.answer.RuntimeType.FunctionPointer;
import dev.tiptoe.resolver.answer.RuntimeType.MethodParameter;
import dev.tiptoe.resolver.answer.RuntimeType.Pointer;
import dev.tiptoe.resolver.answer.RuntimeType.TypeParameter;
import dev.tiptoe.resolver.answer.RuntimeType.Undescribed;
import dev.tiptoe.resolver.answer.RuntimeType.Unresolved;
import dev.tiptoe.resolver.answer.TypeKey;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.loadedness.TypeFacts.Kind;
import dev.tiptoe.resolver.loadedness.TypeFacts.MethodDescription;
import dev.tiptoe.resolver.loadedness.TypeFacts.TypeDescription;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The metadata and the forms of types that the rules need. For one thread. Keeps the descriptions
 * of at most 1,024 types.
 */
final class TypeForms {

  private static final int MOST_NAMED = 64;

  /** The runtime loads no type with a longer name. */
  private static final int LONGEST_NAME = 1023;

  /** The logarithm of how many descriptions are kept: rules ask about one type several times. */
  private static final int DESCRIBED_BITS = 10;

  /** What metadata has about a type. */
  private record Described(TypeKey type, Optional<TypeDescription> description) {}

  private TypeFacts facts;
  private final Optional<TypeKey> canonical;
  private final @Nullable Described[] described = new Described[1 << DESCRIBED_BITS];

  /**
   * The types and methods of which a reference led nowhere when they were read, by their modules
   * and the rows of AssemblyRef that the references go through.
   */
  private final Map<ModuleID, Map<Integer, Set<Token>>> unresolved = new ConcurrentHashMap<>();

  TypeForms(TypeFacts facts) {
    this.facts = facts;
    this.canonical = facts.canonical();
  }

  /** Reads other facts from now on, which name the same type {@code System.__Canon}. */
  void use(TypeFacts others) {
    facts = others;
    Arrays.fill(described, null);
  }

  /** Whether a type has to do with some modules: they define it or a part of it. */
  static boolean isMadeOf(RuntimeType type, Set<ModuleID> modules) {
    return (type instanceof Defined defined && modules.contains(defined.definition().module()))
        || type.components().stream().anyMatch(each -> isMadeOf(each, modules));
  }

  /** Returns the type that a ClassID has; the ID itself when the type is not wholly known. */
  static RuntimeType known(ClassID id, RuntimeType type) {
    boolean isPlain = type instanceof Defined && type.components().isEmpty();
    return !isPlain && type.contains(Unresolved.class) ? new Undescribed(id) : type;
  }

  /** Why a type is none that could be loaded; empty if it is one. */
  static Optional<String> open(RuntimeType type) {
    if (type instanceof Unresolved unresolved) {
      return Optional.of("it is not resolved: " + unresolved.detail());
    }
    return type instanceof TypeParameter || type instanceof MethodParameter
        ? Optional.of("it is an open type: its parameters have no arguments")
        : type.components().stream().flatMap(each -> open(each).stream()).findFirst();
  }

  /** Which type is {@code System.__Canon}. */
  Optional<TypeKey> canonical() {
    return canonical;
  }

  /** The metadata of a TypeDef. */
  Optional<TypeDescription> description(TypeKey type) {
    int place = (type.hashCode() * 0x9e3779b9) >>> (Integer.SIZE - DESCRIBED_BITS);
    Described known = described[place];
    if (known == null || !known.type().equals(type)) {
      known = new Described(type, facts.type(type));
      described[place] = known;
      known
          .description()
          .ifPresent(each -> await(type.module(), type.typeDef(), each.unresolved()));
    }
    return known.description();
  }

  /** The metadata of a type that has a TypeDef. */
  Optional<TypeDescription> description(RuntimeType type) {
    return type instanceof Defined defined ? description(defined.definition()) : Optional.empty();
  }

  /** The metadata of a method. */
  Optional<MethodDescription> method(ModuleID module, Token methodDef) {
    Optional<MethodDescription> description = facts.method(module, methodDef);
    description.ifPresent(each -> await(module, methodDef, each.unresolved()));
    return description;
  }

  private void await(ModuleID module, Token row, Set<Integer> assemblyRefs) {
    for (int assemblyRef : assemblyRefs) {
      unresolved
          .computeIfAbsent(module, any -> new ConcurrentHashMap<>())
          .computeIfAbsent(assemblyRef, any -> ConcurrentHashMap.newKeySet())
          .add(row);
    }
  }

  /** Forgets what {@link #takeUnresolved} would return of a module. */
  void forgetUnresolved(ModuleID module) {
    unresolved.remove(module);
  }

  /**
   * Returns the types and methods of a module of which a reference through some rows of
   * AssemblyRef, or through none, led nowhere when they were read since the last call.
   */
  Set<Token> takeUnresolved(ModuleID module, Set<Integer> assemblyRefs) {
    Set<Token> taken = new LinkedHashSet<>();
    Map<Integer, Set<Token>> rows = unresolved.get(module);
    if (rows != null) {
      for (int assemblyRef : assemblyRefs) {
        Set<Token> some = rows.remove(assemblyRef);
        taken.addAll(some == null ? Set.of() : some);
      }
    }
    return taken;
  }

  /** Returns how values of a type are held; empty when it is not known. */
  Optional<Kind> kind(RuntimeType type) {
    return type instanceof Array
        ? Optional.of(Kind.REFERENCE)
        : description(type).map(TypeDescription::kind);
  }

  /** Whether no rule can apply to a type, because it has neither metadata nor parts. */
  boolean isOpaque(RuntimeType type) {
    return type.components().isEmpty() && description(type).isEmpty();
  }

  boolean isValueType(RuntimeType type) {
    return kind(type).filter(kind -> kind != Kind.REFERENCE).isPresent();
  }

  /**
   * Whether it is a type of its own: neither a canonical form, nor a definition that stands for
   * some instantiation, nor anything of which a part is not known.
   */
  boolean isExact(RuntimeType type) {
    boolean plain = type instanceof Defined && type.components().isEmpty();
    return (plain || canonical.isPresent()) && type.isExact() && !isMadeOfSomeInstance(type);
  }

  private boolean isMadeOfSomeInstance(RuntimeType type) {
    return (type instanceof Defined defined && isSomeInstance(defined))
        || type.components().stream().anyMatch(this::isMadeOfSomeInstance);
  }

  /** Whether it is a generic definition without arguments, which stands for some instantiation. */
  boolean isSomeInstance(Defined type) {
    return type.typeArguments().isEmpty()
        && description(type).filter(TypeDescription::generic).isPresent();
  }

  /**
   * The form in which a type is kept in mind: of an instantiation that is not wholly known, the
   * definition, which stands for some instantiation. Empty for what has no level of its own.
   */
  Optional<RuntimeType> subject(RuntimeType type) {
    if (type instanceof Defined plain && plain.typeArguments().isEmpty()) {
      return Optional.of(type);
    }
    if (type instanceof Canonical) {
      return canonical.map(key -> new Defined(key, List.of()));
    }
    if (type instanceof Array || type instanceof Undescribed) {
      return isClosed(type) ? Optional.of(type) : Optional.empty();
    }
    return type instanceof Defined defined
        ? Optional.of(isClosed(type) ? type : new Defined(defined.definition(), List.of()))
        : Optional.empty();
  }

  private boolean isClosed(RuntimeType type) {
    if (type instanceof Defined defined && !hasItsArguments(defined)) {
      return false;
    }
    return !(type instanceof TypeParameter
            || type instanceof MethodParameter
            || type instanceof Unresolved)
        && type.components().stream().allMatch(this::isClosed);
  }

  private boolean hasItsArguments(Defined type) {
    int arguments = type.typeArguments().size();
    return description(type).map(TypeDescription::arity).orElse(arguments) == arguments;
  }

  /**
   * The form whose layout and code an instantiation shares; empty where that is not known, and for
   * what has no type arguments.
   */
  Optional<RuntimeType> canonicalForm(RuntimeType type) {
    return type instanceof Defined defined && isClosed(type) ? shared(defined) : Optional.empty();
  }

  private Optional<RuntimeType> shared(Defined type) {
    List<RuntimeType> arguments = new ArrayList<>();
    for (RuntimeType argument : type.typeArguments()) {
      sharedArgument(argument).ifPresent(arguments::add);
    }
    return arguments.size() == type.typeArguments().size()
        ? Optional.of(new Defined(type.definition(), arguments))
        : Optional.empty();
  }

  private Optional<RuntimeType> sharedArgument(RuntimeType argument) {
    Optional<Kind> kind = kind(argument);
    if (argument instanceof Canonical || kind.filter(Kind.REFERENCE::equals).isPresent()) {
      return Optional.of(new Canonical());
    }
    return kind.isPresent() && argument instanceof Defined value ? shared(value) : Optional.empty();
  }

  /**
   * The full name; what identifies the type where it has no name here. Of a type of very many
   * parts, the arguments are left out.
   */
  String nameOf(RuntimeType type) {
    if (type instanceof Defined defined) {
      String arguments =
          type.parts() > MOST_NAMED
              ? "…"
              : defined.typeArguments().stream().map(this::nameOf).collect(Collectors.joining(","));
      return nameOf(defined.definition()) + (arguments.isEmpty() ? "" : "<" + arguments + ">");
    }
    if (type instanceof Array array) {
      return nameOf(array.element()) + "[" + ",".repeat(Math.max(0, array.rank() - 1)) + "]";
    }
    if (type instanceof Pointer || type instanceof ByRef) {
      return nameOf(type.components().get(0)) + (type instanceof ByRef ? "&" : "*");
    }
    if (type instanceof FunctionPointer && type.parts() > MOST_NAMED) {
      return "delegate*<…>";
    }
    if (type instanceof FunctionPointer pointer) {
      return pointer.returnAndParameters().stream()
          .map(this::nameOf)
          .collect(Collectors.joining(",", "delegate*<", ">"));
    }
    return type instanceof Canonical ? "System.__Canon" : "?";
  }

  /** Whether the name of a TypeDef is known. */
  boolean hasName(TypeKey type) {
    return facts.name(type).filter(name -> !name.isEmpty()).isPresent();
  }

  private String nameOf(TypeKey type) {
    return facts
        .name(type)
        .map(name -> name.length() > LONGEST_NAME ? name.substring(0, LONGEST_NAME) + "…" : name)
        .orElseGet(() -> type.typeDef() + " in " + type.module());
  }
}
