// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.signature;

import java.util.Optional;

/**
 * The types that a signature encodes in one byte, including {@code void}.
 *
 * @ecma II.23.1.16
 */
public enum PrimitiveType implements TypeSignature {
  /** {@code void}, which no value has. */
  VOID(0x01, "Void"),
  /** {@code bool}. */
  BOOLEAN(0x02, "Boolean"),
  /** {@code char}. */
  CHAR(0x03, "Char"),
  /** {@code int8}. */
  I1(0x04, "SByte"),
  /** {@code unsigned int8}. */
  U1(0x05, "Byte"),
  /** {@code int16}. */
  I2(0x06, "Int16"),
  /** {@code unsigned int16}. */
  U2(0x07, "UInt16"),
  /** {@code int32}. */
  I4(0x08, "Int32"),
  /** {@code unsigned int32}. */
  U4(0x09, "UInt32"),
  /** {@code int64}. */
  I8(0x0a, "Int64"),
  /** {@code unsigned int64}. */
  U8(0x0b, "UInt64"),
  /** {@code float32}. */
  R4(0x0c, "Single"),
  /** {@code float64}. */
  R8(0x0d, "Double"),
  /** {@code string}. */
  STRING(0x0e, "String"),
  /** {@code typedref}. */
  TYPEDBYREF(0x16, "TypedReference"),
  /** {@code native int}. */
  I(0x18, "IntPtr"),
  /** {@code native unsigned int}. */
  U(0x19, "UIntPtr"),
  /** {@code object}. */
  OBJECT(0x1c, "Object");

  private static final PrimitiveType[] BY_CODE = new PrimitiveType[OBJECT.code + 1];

  static {
    for (PrimitiveType type : values()) {
      BY_CODE[type.code] = type;
    }
  }

  private final int code;
  private final String fullName;

  PrimitiveType(int code, String name) {
    this.code = code;
    this.fullName = "System." + name;
  }

  /**
   * Returns the type that {@code elementType} alone encodes; empty if it is not a complete type.
   */
  public static Optional<PrimitiveType> of(int elementType) {
    return elementType > 0 && elementType < BY_CODE.length
        ? Optional.ofNullable(BY_CODE[elementType])
        : Optional.empty();
  }

  /** Returns its element type. */
  public int code() {
    return code;
  }

  /** Returns the full name of its type, such as {@code System.Int32}. */
  public String fullName() {
    return fullName;
  }

  /** Returns the full name. */
  @Override
  public String toString() {
    return fullName;
  }
}
