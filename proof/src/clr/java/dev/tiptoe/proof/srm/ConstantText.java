// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.srm;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.attribute.ConstantValue;
import dev.tiptoe.metadata.attribute.Scalar;
import dev.tiptoe.metadata.attribute.Value;
import dev.tiptoe.metadata.image.Constant;
import java.util.HexFormat;

/** Values as {@code MetadataDump} writes them. Stateless. */
final class ConstantText {

  private ConstantText() {}

  /** The value of a row; "?" when it has none. */
  static String orDamaged(Constant row) {
    try {
      return of(ConstantValue.of(row));
    } catch (MetadataFormatException e) {
      return "?";
    }
  }

  /** A number as it is, a floating-point one as its bits, a string between quotes. */
  static String of(Value value) {
    if (value instanceof ConstantValue.Text text) {
      return '"' + text.text() + '"';
    }
    return value instanceof Scalar scalar ? of(scalar) : value.toString();
  }

  private static String of(Scalar scalar) {
    HexFormat digits = HexFormat.of();
    return switch (scalar.type()) {
      case CHAR -> "'" + digits.toHexDigits((char) scalar.bits());
      case R4 -> "bits:" + digits.toHexDigits((int) scalar.bits());
      case R8 -> "bits:" + digits.toHexDigits(scalar.bits());
      default -> scalar.toString();
    };
  }
}
