// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.signature;

/**
 * The element types of signatures. Those that are a complete type are the {@link PrimitiveType}s.
 *
 * @ecma II.23.1.16
 */
public final class ElementType {

  /** {@code void}. */
  public static final int VOID = 0x01;

  /** The last of the primitives that are numbered in a row. */
  public static final int STRING = 0x0e;

  /** A pointer. */
  public static final int PTR = 0x0f;

  /** A managed reference. */
  public static final int BYREF = 0x10;

  /** A value type. */
  public static final int VALUETYPE = 0x11;

  /** A reference type. */
  public static final int CLASS = 0x12;

  /** A parameter of the generic type. */
  public static final int VAR = 0x13;

  /** A general array. */
  public static final int ARRAY = 0x14;

  /** An instantiation of a generic type. */
  public static final int GENERICINST = 0x15;

  /** {@code System.TypedReference}. */
  public static final int TYPEDBYREF = 0x16;

  /** {@code System.IntPtr}. */
  public static final int I = 0x18;

  /** {@code System.UIntPtr}. */
  public static final int U = 0x19;

  /** A function pointer. */
  public static final int FNPTR = 0x1b;

  /** {@code System.Object}. */
  public static final int OBJECT = 0x1c;

  /** A vector. */
  public static final int SZARRAY = 0x1d;

  /** A parameter of the generic method. */
  public static final int MVAR = 0x1e;

  /** A custom modifier that must not be ignored. */
  public static final int CMOD_REQD = 0x1f;

  /** A custom modifier that may be ignored. */
  public static final int CMOD_OPT = 0x20;

  /** A type by its address in a running process; not in files. */
  static final int INTERNAL = 0x21;

  /** A custom modifier by its address in a running process; not in files. */
  static final int CMOD_INTERNAL = 0x22;

  /** The marker before the first argument that a vararg call adds. */
  public static final int SENTINEL = 0x41;

  /** A local that the collector must not move. */
  public static final int PINNED = 0x45;

  /** A bit for each primitive. */
  private static final int PRIMITIVES = 0x7ffe | 1 << TYPEDBYREF | 1 << I | 1 << U | 1 << OBJECT;

  private ElementType() {}

  /** Returns whether {@code code} is a complete type. */
  public static boolean isPrimitive(int code) {
    return code >= 0 && code < Integer.SIZE && (PRIMITIVES >>> code & 1) != 0;
  }

  /** Returns the full name of a primitive's type, such as {@code System.Int32}. */
  public static String primitiveName(int code) {
    return PrimitiveType.of(code)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "element type 0x" + Integer.toHexString(code) + " is no primitive"))
        .fullName();
  }
}
