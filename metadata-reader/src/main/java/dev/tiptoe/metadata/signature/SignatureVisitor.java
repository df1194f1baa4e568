// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.signature;

/**
 * Receives the parts of a type from a {@link SignatureParser}. An element type comes first, and the
 * types made of it (array, pointer, by-ref, modified type) directly after.
 *
 * <p>Every type is exactly one of the calls documented so, followed by any number of wrapping
 * calls. So {@code int32 modopt(A)&} and {@code int32& modopt(A)} differ in the order of the
 * wrapping calls. Tokens are passed as numbers, see {@link dev.tiptoe.metadata.Token#value}, since
 * a visitor receives millions of them.
 */
public interface SignatureVisitor {

  /** A type: a primitive. See {@link ElementType#primitiveName}. */
  void primitive(int elementType);

  /** A type: the TypeDef, TypeRef or TypeSpec {@code token}, which is not nil. */
  void type(int token, boolean valueType);

  /** A type: the {@code number}-th parameter of the generic type. */
  void typeParameter(int number);

  /** A type: the {@code number}-th parameter of the generic method. */
  void methodParameter(int number);

  /** After a generic type: {@code count} type arguments follow. */
  void beginArguments(int count);

  /** Before the {@code index}-th of the announced arguments or parameters. */
  void argument(int index);

  /** After the last argument. */
  void endArguments();

  /**
   * A type: a function pointer; its return type follows. {@link SignatureParser#method} makes the
   * same call for a whole method's signature.
   */
  void beginMethod(MethodHead head);

  /** After a return type: {@code count} parameters follow, then {@link #endMethod}. */
  void beginParameters(int count);

  /** Before the first parameter that a vararg call adds to the declared ones. */
  default void sentinel() {}

  /** After the last parameter. */
  void endMethod();

  /** Wraps the type before: a vector of it. */
  void szArray();

  /** Wraps the type before: a general array of it. */
  void array(ArrayShape shape);

  /** Wraps the type before: a pointer to it. */
  void pointer();

  /** Wraps the type before: a reference to it. */
  void byRef();

  /** Wraps the type before: it has a custom modifier, the token of a type. */
  default void modifier(int token, boolean required) {}

  /** Wraps the type before: a local of it that the collector must not move. */
  default void pinned() {}
}
