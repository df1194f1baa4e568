// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.name;

import dev.tiptoe.metadata.signature.ElementType;
import java.util.Arrays;

/** The runtime's words for primitives and calling conventions. */
final class ClrWords {

  /** Indexed by element type. */
  private static final String[] PRIMITIVES = new String[ElementType.OBJECT + 1];

  /** Indexed by the lowest four bits of a signature's first byte. */
  private static final String[] CONVENTIONS = {
    "",
    "unmanaged cdecl ",
    "unmanaged stdcall ",
    "unmanaged thiscall ",
    "unmanaged fastcall ",
    "vararg ",
    "<error> ",
    "<error> ",
    "",
    "",
    "",
    "native vararg "
  };

  static {
    Arrays.fill(PRIMITIVES, "");
    String[] inARow = {
      "void",
      "bool",
      "wchar",
      "int8",
      "unsigned int8",
      "int16",
      "unsigned int16",
      "int32",
      "unsigned int32",
      "int64",
      "unsigned int64",
      "float32",
      "float64",
      "class System.String"
    };
    System.arraycopy(inARow, 0, PRIMITIVES, ElementType.VOID, inARow.length);
    PRIMITIVES[ElementType.TYPEDBYREF] = "refany";
    PRIMITIVES[ElementType.I] = "int";
    PRIMITIVES[ElementType.U] = "unsigned int";
    PRIMITIVES[ElementType.OBJECT] = "class System.Object";
  }

  private ClrWords() {}

  /** Returns the word for a primitive. */
  static String primitive(int elementType) {
    return PRIMITIVES[elementType];
  }

  /**
   * Returns the words for a method whose signature begins with {@code first}; they end in a space.
   */
  static String convention(int first) {
    return CONVENTIONS[first & 0xf];
  }
}
