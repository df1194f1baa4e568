// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.body;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * An instruction in a method body. Immutable.
 *
 * @param offset its place in the IL
 * @param opcode its opcode
 * @param operand the bytes behind the opcode, not copied
 */
public record Instruction(int offset, Opcode opcode, Bytes operand) {

  /** Returns where the next instruction begins. */
  public int end() {
    return offset + opcode.size() + operand.length();
  }

  /**
   * Returns the operand as a number: the number of a variable, a literal's value, the bits of a
   * floating-point number.
   */
  public long number() {
    return switch (opcode.operand()) {
      case INLINE_NONE -> 0;
      case SHORT_INLINE_VAR -> operand.u8(0);
      case INLINE_VAR -> operand.u16(0);
      case SHORT_INLINE_I, SHORT_INLINE_BR_TARGET -> (byte) operand.u8(0);
      case INLINE_I8, INLINE_R -> operand.i64(0);
      default -> operand.i32(0);
    };
  }

  /**
   * The operand as a token.
   *
   * @throws IllegalStateException if it is not a token; see {@link OperandKind#isToken}
   */
  public Token token() {
    if (!opcode.operand().isToken()) {
      throw new IllegalStateException(opcode + " has no token");
    }
    return new Token(operand.i32(0));
  }

  /**
   * Returns the offsets at which execution may continue besides the next instruction; in damaged IL
   * they may lie outside of it.
   */
  public List<Integer> targets() {
    return switch (opcode.operand()) {
      case SHORT_INLINE_BR_TARGET, INLINE_BR_TARGET -> List.of(end() + (int) number());
      case INLINE_SWITCH -> switchTargets();
      default -> List.of();
    };
  }

  private List<Integer> switchTargets() {
    List<Integer> targets = new ArrayList<>();
    for (int at = 4; at < operand.length(); at += 4) {
      targets.add(end() + operand.i32(at));
    }
    return targets;
  }

  /**
   * Returns the instruction as ILAsm writes it, with tokens and labels: {@code IL_0001: br.s
   * IL_0004}.
   */
  @Override
  public String toString() {
    String text = label(offset) + ": " + opcode;
    return switch (opcode.operand()) {
      case INLINE_NONE -> text;
      case SHORT_INLINE_R -> text + " " + Float.intBitsToFloat((int) number());
      case INLINE_R -> text + " " + Double.longBitsToDouble(number());
      case SHORT_INLINE_BR_TARGET, INLINE_BR_TARGET -> text + " " + label(targets().get(0));
      case INLINE_SWITCH ->
          targets().stream()
              .map(Instruction::label)
              .collect(Collectors.joining(", ", text + " (", ")"));
      default -> text + " " + (opcode.operand().isToken() ? token() : Long.toString(number()));
    };
  }

  private static String label(int offset) {
    return String.format("IL_%04x", offset);
  }
}
