// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import dev.tiptoe.resolver.id.ClassID;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A type as a running program has it: composed as signatures compose types, but with every TypeDef
 * in its loaded module, so that types from any modules can be compared.
 *
 * <p>Immutable; equal when composed of the same parts. What could not be resolved is a part like
 * any other, and says why. Custom modifiers are left out: they make no other type. Whoever makes
 * types keeps to {@link #MOST_PARTS}, so walking one is cheap and never deep.
 */
public sealed interface RuntimeType {

  /** More parts than any type has that a program can load; what would be larger is not made. */
  int MOST_PARTS = 512;

  /** The types this one is directly composed of. */
  default List<RuntimeType> components() {
    return List.of();
  }

  /** The same type over other components, as many as it has. */
  default RuntimeType over(List<RuntimeType> components) {
    return this;
  }

  /** Whether any part of it, itself included, is of a kind. */
  default boolean contains(Class<? extends RuntimeType> kind) {
    return kind.isInstance(this)
        || components().stream().anyMatch(component -> component.contains(kind));
  }

  /** Whether it is one type, of which nothing is open, shared, or unknown. */
  default boolean isExact() {
    return components().stream().allMatch(RuntimeType::isExact);
  }

  /** How many parts it has, itself included. */
  default int parts() {
    return 1 + components().stream().mapToInt(RuntimeType::parts).sum();
  }

  /** This type with what {@code change} makes of each part that has no components. */
  default RuntimeType mapLeaves(Function<RuntimeType, RuntimeType> change) {
    if (components().isEmpty()) {
      return change.apply(this);
    }
    List<RuntimeType> changed = new ArrayList<>();
    components().forEach(component -> changed.add(component.mapLeaves(change)));
    return over(changed);
  }

  /**
   * This type with the arguments of a generic type in the place of its parameters. A parameter for
   * which there is no argument stays.
   */
  default RuntimeType substitute(List<RuntimeType> arguments) {
    return substitute(arguments, List.of());
  }

  /** The same with the arguments of a generic type, and of a generic method in it. */
  default RuntimeType substitute(List<RuntimeType> ofType, List<RuntimeType> ofMethod) {
    return new Substitution(ofType, ofMethod).in(this);
  }

  /**
   * A type that has a TypeDef. Primitives are such types, too.
   *
   * @param definition its TypeDef
   * @param typeArguments empty when it is not generic, and for a generic type definition, which
   *     stands for nothing in particular
   */
  record Defined(TypeKey definition, List<RuntimeType> typeArguments) implements RuntimeType {

    /** Copies the list. */
    public Defined {
      typeArguments = List.copyOf(typeArguments);
    }

    @Override
    public List<RuntimeType> components() {
      return typeArguments;
    }

    @Override
    public RuntimeType over(List<RuntimeType> components) {
      return new Defined(definition, components);
    }
  }

  /**
   * An array.
   *
   * @param element the type of its elements
   * @param rank 1 or more
   * @param vector whether it is of the common kind, of one dimension that begins at 0
   */
  record Array(RuntimeType element, int rank, boolean vector) implements RuntimeType {

    @Override
    public List<RuntimeType> components() {
      return List.of(element);
    }

    @Override
    public RuntimeType over(List<RuntimeType> components) {
      return new Array(components.get(0), rank, vector);
    }
  }

  /**
   * An unmanaged pointer.
   *
   * @param target to what
   */
  record Pointer(RuntimeType target) implements RuntimeType {

    @Override
    public List<RuntimeType> components() {
      return List.of(target);
    }

    @Override
    public RuntimeType over(List<RuntimeType> components) {
      return new Pointer(components.get(0));
    }
  }

  /**
   * A managed reference to a variable.
   *
   * @param target to what
   */
  record ByRef(RuntimeType target) implements RuntimeType {

    @Override
    public List<RuntimeType> components() {
      return List.of(target);
    }

    @Override
    public RuntimeType over(List<RuntimeType> components) {
      return new ByRef(components.get(0));
    }
  }

  /**
   * A function pointer.
   *
   * @param returnAndParameters the return type, then those of the parameters
   */
  record FunctionPointer(List<RuntimeType> returnAndParameters) implements RuntimeType {

    /** Copies the list. */
    public FunctionPointer {
      returnAndParameters = List.copyOf(returnAndParameters);
    }

    @Override
    public List<RuntimeType> components() {
      return returnAndParameters;
    }

    @Override
    public RuntimeType over(List<RuntimeType> components) {
      return new FunctionPointer(components);
    }
  }

  /**
   * A parameter of the generic type.
   *
   * @param number from 0
   */
  record TypeParameter(int number) implements RuntimeType {

    @Override
    public boolean isExact() {
      return false;
    }
  }

  /**
   * A parameter of the generic method.
   *
   * @param number from 0
   */
  record MethodParameter(int number) implements RuntimeType {

    @Override
    public boolean isExact() {
      return false;
    }
  }

  /**
   * {@code System.__Canon}, the stand-in of shared code for any reference type: never what an
   * argument really is.
   */
  record Canonical() implements RuntimeType {

    @Override
    public boolean isExact() {
      return false;
    }
  }

  /**
   * A type of which no more is known than its ClassID: the runtime describes no pointers, or the ID
   * was not met.
   *
   * @param id the ClassID
   */
  record Undescribed(ClassID id) implements RuntimeType {

    @Override
    public boolean isExact() {
      return false;
    }
  }

  /**
   * A type that could not be resolved.
   *
   * @param why the kind of reason
   * @param detail what exactly is missing, in words
   */
  record Unresolved(Why why, String detail) implements RuntimeType {

    @Override
    public boolean isExact() {
      return false;
    }
  }

  /** Why a type could not be resolved. */
  enum Why {
    /** The module that defines it is not loaded, or the runtime refuses it for the reference. */
    NOT_LOADED,
    /** The module it should be in is loaded and has no such type. */
    NO_SUCH_TYPE,
    /** Several loaded modules fit equally well. */
    AMBIGUOUS,
    /** The metadata that refers to it is not at hand. */
    NO_METADATA,
    /** The module that refers to it has no such row. */
    NO_SUCH_ROW,
    /** The metadata that refers to it is damaged. */
    DAMAGED,
    /** It stands for any reference type, in shared code. */
    SHARED,
    /** It is made of itself. */
    CIRCULAR,
    /** It has more than {@link #MOST_PARTS} parts. */
    TOO_LARGE
  }
}
