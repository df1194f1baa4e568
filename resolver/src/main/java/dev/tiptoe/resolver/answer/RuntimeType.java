// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.answer;

import dev.tiptoe.resolver.id.ClassID;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A type in a running program. It is composed like types in signatures, but every TypeDef has its
 * loaded module, so that types from different modules can be compared.
 *
 * <p>Immutable; equal when composed of the same parts. An unresolved part is a part like any other,
 * with a reason. Custom modifiers are left out, because they do not make another type. All types
 * have at most {@link #MOST_PARTS} parts, so walking one is cheap and never deep.
 */
public sealed interface RuntimeType {

  /** The greatest number of parts; no loadable type has as many. */
  int MOST_PARTS = 512;

  /** Returns the types of which this one is directly composed. */
  default List<RuntimeType> components() {
    return List.of();
  }

  /** Returns the same type with other components, in the same number. */
  default RuntimeType over(List<RuntimeType> components) {
    return this;
  }

  /** Returns whether any part of it, including itself, is of a kind. */
  default boolean contains(Class<? extends RuntimeType> kind) {
    return kind.isInstance(this)
        || components().stream().anyMatch(component -> component.contains(kind));
  }

  /** Returns whether it is one specific type, with no open, shared or unknown part. */
  default boolean isExact() {
    return components().stream().allMatch(RuntimeType::isExact);
  }

  /** Returns how many parts it has, including itself. */
  default int parts() {
    return 1 + components().stream().mapToInt(RuntimeType::parts).sum();
  }

  /**
   * Returns this type with each part without components replaced by the result of {@code change}.
   */
  default RuntimeType mapLeaves(Function<RuntimeType, RuntimeType> change) {
    if (components().isEmpty()) {
      return change.apply(this);
    }
    List<RuntimeType> changed = new ArrayList<>();
    components().forEach(component -> changed.add(component.mapLeaves(change)));
    return over(changed);
  }

  /**
   * Returns this type with the parameters of a generic type replaced by arguments. A parameter
   * without an argument stays.
   */
  default RuntimeType substitute(List<RuntimeType> arguments) {
    return substitute(arguments, List.of());
  }

  /** Returns the same with the arguments of a generic type and of a generic method in it. */
  default RuntimeType substitute(List<RuntimeType> ofType, List<RuntimeType> ofMethod) {
    return new Substitution(ofType, ofMethod).in(this);
  }

  /**
   * A type with a TypeDef, including primitives.
   *
   * @param definition its TypeDef
   * @param typeArguments empty when it is not generic, and for a generic type definition itself
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
   * @param vector whether it is a vector: of one dimension that begins at 0
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
   * @param target the type it points to
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
   * @param target the type of the variable
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
   * {@code System.__Canon}, which replaces any reference type in shared code; never a real
   * argument.
   */
  record Canonical() implements RuntimeType {

    @Override
    public boolean isExact() {
      return false;
    }
  }

  /**
   * A type of which only the ClassID is known: the runtime does not describe pointers, or the ID is
   * not known.
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
   * @param reason the kind of reason
   * @param detail the missing item, as text
   */
  record Unresolved(Reason reason, String detail) implements RuntimeType {

    @Override
    public boolean isExact() {
      return false;
    }
  }

  /** The reasons why a type could not be resolved. */
  enum Reason {
    /** The module that defines it is not loaded, or the runtime refuses it for the reference. */
    NOT_LOADED,
    /** The module it should be in is loaded and has no such type. */
    NO_SUCH_TYPE,
    /** Several loaded modules fit equally well. */
    AMBIGUOUS,
    /** The metadata of the referring module is not available. */
    NO_METADATA,
    /** The referring module has no such row. */
    NO_SUCH_ROW,
    /** The metadata of the referring module is damaged. */
    DAMAGED,
    /** It replaces any reference type, in shared code. */
    SHARED,
    /** It is made of itself. */
    CIRCULAR,
    /** It has more than {@link #MOST_PARTS} parts. */
    TOO_LARGE
  }
}
