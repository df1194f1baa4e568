// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.name;

import static java.util.Map.entry;

import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.signature.PrimitiveType;
import java.util.Map;

/** The keywords and symbols of C# for types of {@code System} and for operators. */
final class CSharpKeywords {

  private static final String SYSTEM = "System.";

  /** The longest name with a meaning here, and more. */
  private static final int LONGEST_KNOWN = 32;

  /** The keywords of types, by their name in {@code System}. */
  private static final Map<String, String> TYPES =
      Map.ofEntries(
          entry("Void", "void"),
          entry("Boolean", "bool"),
          entry("Char", "char"),
          entry("SByte", "sbyte"),
          entry("Byte", "byte"),
          entry("Int16", "short"),
          entry("UInt16", "ushort"),
          entry("Int32", "int"),
          entry("UInt32", "uint"),
          entry("Int64", "long"),
          entry("UInt64", "ulong"),
          entry("Single", "float"),
          entry("Double", "double"),
          entry("Decimal", "decimal"),
          entry("String", "string"),
          entry("Object", "object"),
          entry("IntPtr", "nint"),
          entry("UIntPtr", "nuint"));

  /** The operators, by the name of their method. */
  private static final Map<String, String> OPERATORS =
      Map.ofEntries(
          entry("op_UnaryPlus", "+"),
          entry("op_UnaryNegation", "-"),
          entry("op_CheckedUnaryNegation", "checked -"),
          entry("op_LogicalNot", "!"),
          entry("op_OnesComplement", "~"),
          entry("op_Increment", "++"),
          entry("op_CheckedIncrement", "checked ++"),
          entry("op_Decrement", "--"),
          entry("op_CheckedDecrement", "checked --"),
          entry("op_True", "true"),
          entry("op_False", "false"),
          entry("op_Addition", "+"),
          entry("op_CheckedAddition", "checked +"),
          entry("op_Subtraction", "-"),
          entry("op_CheckedSubtraction", "checked -"),
          entry("op_Multiply", "*"),
          entry("op_CheckedMultiply", "checked *"),
          entry("op_Division", "/"),
          entry("op_CheckedDivision", "checked /"),
          entry("op_Modulus", "%"),
          entry("op_BitwiseAnd", "&"),
          entry("op_BitwiseOr", "|"),
          entry("op_ExclusiveOr", "^"),
          entry("op_LeftShift", "<<"),
          entry("op_RightShift", ">>"),
          entry("op_UnsignedRightShift", ">>>"),
          entry("op_Equality", "=="),
          entry("op_Inequality", "!="),
          entry("op_LessThan", "<"),
          entry("op_GreaterThan", ">"),
          entry("op_LessThanOrEqual", "<="),
          entry("op_GreaterThanOrEqual", ">="));

  /** The conversions, by the name of their method; the resulting type follows. */
  private static final Map<String, String> CONVERSIONS =
      Map.of(
          "op_Implicit", "implicit operator ",
          "op_Explicit", "explicit operator ",
          "op_CheckedExplicit", "explicit operator checked ");

  private static final String[] PRIMITIVES = new String[Byte.MAX_VALUE];

  static {
    for (PrimitiveType type : PrimitiveType.values()) {
      PRIMITIVES[type.code()] = ofType(type.fullName().substring(SYSTEM.length()));
    }
  }

  private CSharpKeywords() {}

  /** Returns the keyword of a primitive. */
  static String ofPrimitive(int elementType) {
    return PRIMITIVES[elementType];
  }

  /** Returns the keyword of a type of {@code System}, or its own name. */
  static String ofType(String name) {
    return TYPES.getOrDefault(name, name);
  }

  /** Returns the symbol of an operator; empty for another method. */
  static String operator(String method) {
    return OPERATORS.getOrDefault(method, "");
  }

  /** Returns the keywords before the resulting type of a conversion; empty for another method. */
  static String conversion(String method) {
    return CONVERSIONS.getOrDefault(method, "");
  }

  /** Returns whether a top-level type is one of the core library's {@code System}. */
  static boolean isSystem(Image image, TypeRow row) {
    return string(image, row.namespace()).equals("System")
        && (row.token() >>> 24 != TypeDef.TABLE || image.findType("System", "Object").isPresent());
  }

  /** Returns whether a top-level type has a keyword instead of its name. */
  static boolean isKeyword(Image image, TypeRow row) {
    return TYPES.containsKey(string(image, row.name())) && isSystem(image, row);
  }

  /** Returns whether a top-level type is {@code System.Nullable`1}. */
  static boolean isNullable(Image image, TypeRow row) {
    return string(image, row.name()).equals("Nullable`1") && isSystem(image, row);
  }

  private static String string(Image image, int offset) {
    return image.metadata().strings().get(offset, LONGEST_KNOWN);
  }
}
