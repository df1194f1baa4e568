// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.body;

/**
 * The kind of operand that follows an opcode.
 *
 * @ecma III.1.2; the names are those of {@code opcode.def}
 */
public enum OperandKind {
  /** Nothing. */
  INLINE_NONE(0),
  /** The number of an argument or local, one byte. */
  SHORT_INLINE_VAR(1),
  /** The number of an argument or local, two bytes. */
  INLINE_VAR(2),
  /** A signed number, one byte. */
  SHORT_INLINE_I(1),
  /** A signed number, four bytes. */
  INLINE_I(4),
  /** A signed number, eight bytes. */
  INLINE_I8(8),
  /** A {@code float32}. */
  SHORT_INLINE_R(4),
  /** A {@code float64}. */
  INLINE_R(8),
  /** The distance from the next instruction to the target, one signed byte. */
  SHORT_INLINE_BR_TARGET(1),
  /** The distance from the next instruction to the target, four bytes. */
  INLINE_BR_TARGET(4),
  /** A number of targets, and as many distances from the next instruction, four bytes each. */
  INLINE_SWITCH(4),
  /** The token of a method. */
  INLINE_METHOD(4),
  /** The token of a field. */
  INLINE_FIELD(4),
  /** The token of a type. */
  INLINE_TYPE(4),
  /** The token of a type, method or field. */
  INLINE_TOK(4),
  /** The token of a StandAloneSig. */
  INLINE_SIG(4),
  /** The token, 0x70 and an offset, of a literal in the {@code #US} heap. */
  INLINE_STRING(4);

  private final int size;

  OperandKind(int size) {
    this.size = size;
  }

  /** Returns the size of the operand in bytes; of a switch, without its targets. */
  public int size() {
    return size;
  }

  /** Returns whether the operand is a metadata token. */
  public boolean isToken() {
    return compareTo(INLINE_METHOD) >= 0;
  }
}
