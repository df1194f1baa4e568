// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.attribute;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.bytes.Cursor;
import dev.tiptoe.metadata.image.Constant;
import dev.tiptoe.metadata.signature.ElementType;
import dev.tiptoe.metadata.signature.PrimitiveType;

/**
 * A value that is known at compile time: a number, a truth value, a character, a string or a null
 * reference.
 *
 * @ecma II.22.9
 */
public sealed interface ConstantValue extends Value
    permits Scalar, ConstantValue.Text, ConstantValue.Null {

  /**
   * The value of a field, parameter or property.
   *
   * @throws MetadataFormatException when the row is damaged; its reason names the row
   */
  static ConstantValue of(Constant constant) {
    try {
      return of(constant.type(), constant.value());
    } catch (MetadataFormatException e) {
      throw e.about(constant.token());
    }
  }

  /**
   * Decodes the value of an element type in a blob, as in the Constant table.
   *
   * @throws MetadataFormatException when the blob is too short, or the type has no constants
   */
  static ConstantValue of(int elementType, Bytes blob) {
    return switch (elementType) {
      case ElementType.STRING -> new Text(blob.utf16(0, blob.length() / 2));
      case ElementType.CLASS -> nullReference(blob);
      default ->
          PrimitiveType.of(elementType)
              .filter(Scalar::has)
              .map(type -> Scalar.read(type, new Cursor(blob)))
              .orElseThrow(
                  () ->
                      blob.damaged(
                          0, "no constant has the type 0x" + Integer.toHexString(elementType)));
    };
  }

  private static ConstantValue nullReference(Bytes blob) {
    if (blob.i32(0) != 0) {
      throw blob.damaged(0, "a constant reference that is not null");
    }
    return Null.NULL;
  }

  /**
   * A string.
   *
   * @param text its characters; from a constant, possibly with unpaired surrogates
   */
  record Text(String text) implements ConstantValue {
    @Override
    public String toString() {
      return '"' + text + '"';
    }
  }

  /** The null reference. */
  enum Null implements ConstantValue {
    /** The only value. */
    NULL;

    @Override
    public String toString() {
      return "null";
    }
  }
}
