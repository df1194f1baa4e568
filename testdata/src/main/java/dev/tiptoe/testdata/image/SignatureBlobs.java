// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.image;

import java.util.Arrays;

/**
 * Composes signatures: every method returns the bytes of a type or of a whole signature, made of
 * the bytes of its parts.
 *
 * @ecma II.23.2
 */
public final class SignatureBlobs {

  /** {@code void}. */
  public static final int VOID = 0x01;

  /** {@code int}. */
  public static final int I4 = 0x08;

  /** {@code string}. */
  public static final int STRING = 0x0e;

  /** {@code object}. */
  public static final int OBJECT = 0x1c;

  private SignatureBlobs() {}

  /** A type of one byte. */
  public static byte[] primitive(int elementType) {
    return new byte[] {(byte) elementType};
  }

  /** A reference type: a TypeDef, TypeRef or TypeSpec. */
  public static byte[] classType(int token) {
    return joined(0x12, typeDefOrRef(token));
  }

  /** A value type: a TypeDef, TypeRef or TypeSpec. */
  public static byte[] valueType(int token) {
    return joined(0x11, typeDefOrRef(token));
  }

  /** A parameter of the generic type. */
  public static byte[] typeParameter(int number) {
    return joined(0x13, Compressed.unsigned(number));
  }

  /** A parameter of the generic method. */
  public static byte[] methodParameter(int number) {
    return joined(0x1e, Compressed.unsigned(number));
  }

  /** A pointer. */
  public static byte[] pointer(byte[] to) {
    return joined(0x0f, to);
  }

  /** A reference to a variable. */
  public static byte[] byRef(byte[] to) {
    return joined(0x10, to);
  }

  /** A vector. */
  public static byte[] szArray(byte[] of) {
    return joined(0x1d, of);
  }

  /** A general array without sizes or lower bounds. */
  public static byte[] array(byte[] of, int rank) {
    return array(of, rank, new int[0]);
  }

  /** A general array with some sizes, and with lower bounds, which are signed. */
  public static byte[] array(byte[] of, int rank, int[] sizes, int... lowerBounds) {
    LittleEndian shape = new LittleEndian().bytes(of).bytes(Compressed.unsigned(rank));
    shape.bytes(Compressed.unsigned(sizes.length));
    Arrays.stream(sizes).forEach(size -> shape.bytes(Compressed.unsigned(size)));
    shape.bytes(Compressed.unsigned(lowerBounds.length));
    Arrays.stream(lowerBounds).forEach(bound -> shape.bytes(Compressed.signed(bound)));
    return joined(0x14, shape.toArray());
  }

  /** An instantiation of a generic type, which is given as a class or a value type. */
  public static byte[] generic(byte[] type, byte[]... arguments) {
    return joined(0x15, type, Compressed.unsigned(arguments.length), joined(arguments));
  }

  /** A function pointer. */
  public static byte[] functionPointer(byte[] method) {
    return joined(0x1b, method);
  }

  /** A type behind a modifier that may be ignored. */
  public static byte[] optional(int modifier, byte[] type) {
    return joined(0x20, typeDefOrRef(modifier), type);
  }

  /** Returns a type behind a modifier that must not be ignored. */
  public static byte[] required(int modifier, byte[] type) {
    return joined(0x1f, typeDefOrRef(modifier), type);
  }

  /** A local that the collector must not move. */
  public static byte[] pinned(byte[] type) {
    return joined(0x45, type);
  }

  /** The first argument that a vararg call adds to the declared ones. */
  public static byte[] sentinel(byte[] type) {
    return joined(0x41, type);
  }

  /** A method that is not generic. */
  public static byte[] method(byte[] returnType, byte[]... parameters) {
    return method(0x00, returnType, parameters);
  }

  /** A method with a calling convention and its flags, but not the generic one. */
  public static byte[] method(int convention, byte[] returnType, byte[]... parameters) {
    return joined(
        convention, Compressed.unsigned(parameters.length), returnType, joined(parameters));
  }

  /** A generic method. */
  public static byte[] genericMethod(int arity, byte[] returnType, byte[]... parameters) {
    byte[] counts = joined(Compressed.unsigned(arity), Compressed.unsigned(parameters.length));
    return joined(0x10, counts, returnType, joined(parameters));
  }

  /** A field. */
  public static byte[] field(byte[] type) {
    return joined(0x06, type);
  }

  /** The type arguments of a MethodSpec. */
  public static byte[] instantiation(byte[]... arguments) {
    return joined(0x0a, Compressed.unsigned(arguments.length), joined(arguments));
  }

  /** {@code type} wrapped {@code depth} times in an element type such as a vector. */
  public static byte[] nested(int elementType, int depth, byte[] type) {
    byte[] all = new byte[depth + type.length];
    Arrays.fill(all, 0, depth, (byte) elementType);
    System.arraycopy(type, 0, all, depth, type.length);
    return all;
  }

  private static byte[] typeDefOrRef(int token) {
    return Compressed.unsigned(CodedIndexKind.TYPE_DEF_OR_REF.encode(token));
  }

  private static byte[] joined(int first, byte[]... parts) {
    return new LittleEndian().u1(first).bytes(joined(parts)).toArray();
  }

  private static byte[] joined(byte[]... parts) {
    LittleEndian all = new LittleEndian();
    Arrays.stream(parts).forEach(all::bytes);
    return all.toArray();
  }
}
