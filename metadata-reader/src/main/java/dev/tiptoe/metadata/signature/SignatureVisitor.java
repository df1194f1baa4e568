// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.signature;

import dev.tiptoe.metadata.Token;

/**
 * What a {@link SignatureParser} tells of a type, in the order in which the type is written: what a
 * type is made of comes first, what is made of it (array, pointer, by-ref) directly after.
 *
 * <p>Every type is exactly one of the calls that say so, followed by any number of wrapping calls.
 * Custom modifiers are passed over by default.
 */
public interface SignatureVisitor {

  /** A type: a primitive. See {@link ElementType#primitiveName}. */
  void primitive(int elementType);

  /** A type: the TypeDef, TypeRef or TypeSpec {@code token}. */
  void type(Token token, boolean valueType);

  /** A type: the {@code number}-th parameter of the generic type. */
  void typeParameter(int number);

  /** A type: the {@code number}-th parameter of the generic method. */
  void methodParameter(int number);

  /** After a generic type: {@code count} type arguments follow. */
  void beginArguments(int count);

  /** Before the {@code index}-th argument or parameter of those announced. */
  void argument(int index);

  /** After the last argument. */
  void endArguments();

  /** A type: a function pointer; its return type follows. */
  void beginFunctionPointer();

  /**
   * After a function pointer's return type: {@code count} parameters follow, then {@link
   * #endFunctionPointer}.
   */
  void beginParameters(int count);

  /** After the last parameter of a function pointer. */
  void endFunctionPointer();

  /** Wraps the type before: a vector of it. */
  void szArray();

  /** Wraps the type before: a general array of it. */
  void array(int rank);

  /** Wraps the type before: a pointer to it. */
  void pointer();

  /** Wraps the type before: a reference to it. */
  void byRef();

  /** Before the type that it modifies: a custom modifier. */
  default void modifier(Token modifier, boolean required) {}
}
