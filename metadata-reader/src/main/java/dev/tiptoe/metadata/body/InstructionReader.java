// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.body;

import dev.tiptoe.metadata.bytes.Bytes;
import java.util.Iterator;
import java.util.NoSuchElementException;

/** A position in IL that moves from instruction to instruction. Mutable, not thread-safe. */
final class InstructionReader implements Iterator<Instruction> {

  private final Bytes code;
  private int at;

  InstructionReader(Bytes code) {
    this.code = code;
  }

  @Override
  public boolean hasNext() {
    return at < code.length();
  }

  @Override
  public Instruction next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    int offset = at;
    // Nothing behind an unreadable instruction can be read.
    at = code.length();
    Opcode opcode = opcode(offset);
    int operand = offset + opcode.size();
    Bytes bytes = code.slice(operand, operandSize(opcode.operand(), operand));
    at = operand + bytes.length();
    return new Instruction(offset, opcode, bytes);
  }

  private Opcode opcode(int offset) {
    int first = code.u8(offset);
    int value = first == Opcode.TWO_BYTES ? first << 8 | code.u8(offset + 1) : first;
    return Opcode.of(value)
        .orElseThrow(() -> code.damaged(offset, "no opcode is 0x" + Integer.toHexString(value)));
  }

  private int operandSize(OperandKind kind, int operand) {
    if (kind != OperandKind.INLINE_SWITCH) {
      return kind.size();
    }
    int targets = code.size(operand);
    if (targets > (code.length() - operand) / 4 - 1) {
      throw code.damaged(operand, "a switch of " + targets + " targets");
    }
    return 4 + 4 * targets;
  }
}
