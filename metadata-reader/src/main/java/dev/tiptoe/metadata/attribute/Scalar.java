// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.attribute;

import dev.tiptoe.metadata.bytes.Cursor;
import dev.tiptoe.metadata.signature.PrimitiveType;
import java.util.Map;

/**
 * A number, a truth value or a character, with the size and kind of its type.
 *
 * @param type one of {@code BOOLEAN} to {@code R8}
 * @param bits its bits: sign-extended for signed integers, else zero-extended
 */
public record Scalar(PrimitiveType type, long bits) implements ConstantValue {

  private static final Map<PrimitiveType, Integer> SIZES =
      Map.ofEntries(
          Map.entry(PrimitiveType.BOOLEAN, 1),
          Map.entry(PrimitiveType.CHAR, 2),
          Map.entry(PrimitiveType.I1, 1),
          Map.entry(PrimitiveType.U1, 1),
          Map.entry(PrimitiveType.I2, 2),
          Map.entry(PrimitiveType.U2, 2),
          Map.entry(PrimitiveType.I4, 4),
          Map.entry(PrimitiveType.U4, 4),
          Map.entry(PrimitiveType.I8, 8),
          Map.entry(PrimitiveType.U8, 8),
          Map.entry(PrimitiveType.R4, 4),
          Map.entry(PrimitiveType.R8, 8));

  /** Drops bits beyond the size of {@code type}. */
  public Scalar {
    if (!has(type)) {
      throw new IllegalArgumentException(type + " is no scalar");
    }
    bits = narrowed(type, bits);
  }

  private static long narrowed(PrimitiveType type, long bits) {
    return switch (type) {
      case I1 -> (byte) bits;
      case I2 -> (short) bits;
      case I4 -> (int) bits;
      case BOOLEAN, U1 -> bits & 0xff;
      case CHAR, U2 -> bits & 0xffff;
      case U4, R4 -> bits & 0xffffffffL;
      default -> bits;
    };
  }

  /** Returns whether there are scalars of {@code type}. */
  public static boolean has(PrimitiveType type) {
    return SIZES.containsKey(type);
  }

  static int size(PrimitiveType type) {
    return SIZES.getOrDefault(type, 0);
  }

  /** Returns the next value of {@code type}. */
  public static Scalar read(PrimitiveType type, Cursor cursor) {
    long bits =
        switch (size(type)) {
          case 1 -> cursor.u8();
          case 2 -> cursor.u16();
          case 4 -> cursor.i32();
          default -> cursor.i64();
        };
    return new Scalar(type, bits);
  }

  /**
   * Returns the value as Java has it; for an unsigned integer the bits, which {@code Long} can
   * print.
   */
  public Object toJava() {
    return switch (type) {
      case BOOLEAN -> bits != 0;
      case CHAR -> (char) bits;
      case I1 -> (byte) bits;
      case I2 -> (short) bits;
      case I4, U1, U2 -> (int) bits;
      case R4 -> Float.intBitsToFloat((int) bits);
      case R8 -> Double.longBitsToDouble(bits);
      default -> bits;
    };
  }

  /** Returns the value as a number or a word; a character in quotes. */
  @Override
  public String toString() {
    return switch (type) {
      case CHAR -> "'" + (char) bits + "'";
      case U8 -> Long.toUnsignedString(bits);
      default -> toJava().toString();
    };
  }
}
