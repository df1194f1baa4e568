// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.pdb;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.attribute.ConstantValue;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.image.LocalConstant;
import dev.tiptoe.metadata.signature.TypeSignature;
import java.util.Optional;

/**
 * The type and value of a constant inside a method. Immutable.
 *
 * @param type as declared: a primitive, an enum, {@code object} or any other type, possibly
 *     modified
 * @param value a number, a truth value, a character, a string or null; for an enum, a value of its
 *     underlying type; empty for a constant of another type
 * @param general the encoded value of such another type: for {@code System.Decimal} a byte (the
 *     scale; bit 7 is the sign) and three numbers of 32 bits, the lowest first; for {@code
 *     System.DateTime} its 64 bits of ticks; for all others nothing, which means {@code default}
 */
public record LocalConstantSig(TypeSignature type, Optional<ConstantValue> value, Bytes general) {

  /**
   * Reads the signature of a constant.
   *
   * @throws MetadataFormatException when the row is damaged; its reason names the row
   */
  public static LocalConstantSig of(LocalConstant constant) {
    try {
      return new LocalConstantSigReader(constant.signature()).read();
    } catch (MetadataFormatException e) {
      throw e.about(constant.token());
    }
  }

  /** Returns a text such as {@code System.Int32 = 1}. */
  @Override
  public String toString() {
    return type + " = " + value.map(Object::toString).orElse("(" + general.length() + " bytes)");
  }
}
