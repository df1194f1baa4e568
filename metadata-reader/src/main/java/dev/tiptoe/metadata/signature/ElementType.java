// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.signature;

/**
 * The element types that signatures are made of.
 *
 * @ecma II.23.1.16
 */
public final class ElementType {

  static final int END = 0x00;

  /** {@code void}. */
  public static final int VOID = 0x01;

  /** The last of the primitives that are numbered in a row. */
  public static final int STRING = 0x0e;

  static final int PTR = 0x0f;
  static final int BYREF = 0x10;

  /** A value type. */
  public static final int VALUETYPE = 0x11;

  /** A reference type. */
  public static final int CLASS = 0x12;

  static final int VAR = 0x13;
  static final int ARRAY = 0x14;
  static final int GENERICINST = 0x15;

  /** {@code System.TypedReference}. */
  public static final int TYPEDBYREF = 0x16;

  /** {@code System.IntPtr}. */
  public static final int I = 0x18;

  /** {@code System.UIntPtr}. */
  public static final int U = 0x19;

  static final int FNPTR = 0x1b;

  /** {@code System.Object}. */
  public static final int OBJECT = 0x1c;

  static final int SZARRAY = 0x1d;
  static final int MVAR = 0x1e;
  static final int CMOD_REQD = 0x1f;
  static final int CMOD_OPT = 0x20;
  static final int SENTINEL = 0x41;
  static final int PINNED = 0x45;

  private static final String[] PRIMITIVES = new String[OBJECT + 1];

  static {
    String[] inARow = {
      "Void", "Boolean", "Char", "SByte", "Byte", "Int16", "UInt16", "Int32", "UInt32", "Int64",
      "UInt64", "Single", "Double", "String"
    };
    for (int i = 0; i < inARow.length; i++) {
      PRIMITIVES[VOID + i] = "System." + inARow[i];
    }
    PRIMITIVES[TYPEDBYREF] = "System.TypedReference";
    PRIMITIVES[I] = "System.IntPtr";
    PRIMITIVES[U] = "System.UIntPtr";
    PRIMITIVES[OBJECT] = "System.Object";
  }

  private ElementType() {}

  /** Whether {@code code} is a type that needs nothing more to be said. */
  public static boolean isPrimitive(int code) {
    return code > 0 && code < PRIMITIVES.length && PRIMITIVES[code] != null;
  }

  /** The full name of a primitive's type, such as {@code System.Int32}. */
  public static String primitiveName(int code) {
    if (!isPrimitive(code)) {
      throw new IllegalArgumentException(
          "element type 0x" + Integer.toHexString(code) + " is no primitive");
    }
    return PRIMITIVES[code];
  }
}
