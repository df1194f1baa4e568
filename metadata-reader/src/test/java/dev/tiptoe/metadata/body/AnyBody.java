// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.body;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.body.ExceptionClause.Catch;
import dev.tiptoe.metadata.body.ExceptionClause.Filter;
import dev.tiptoe.metadata.body.ExceptionClause.Handler;
import dev.tiptoe.metadata.body.ExceptionClause.Unconditional;
import dev.tiptoe.testdata.image.MethodBodies;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Makes a method body of any instructions and clauses, a chance's child. For one thread. */
final class AnyBody {

  private static final List<Opcode> OPCODES =
      IntStream.concat(IntStream.range(0, 0x100), IntStream.range(0xfe00, 0xff00))
          .mapToObj(Opcode::of)
          .flatMap(opcode -> opcode.stream())
          .toList();

  final int maxStack;
  final boolean initLocals;
  final Token locals;
  final List<Integer> offsets = new ArrayList<>();
  final List<Opcode> opcodes = new ArrayList<>();
  final List<ExceptionClause> clauses = new ArrayList<>();
  final byte[] bytes;

  private final ByteArrayOutputStream code = new ByteArrayOutputStream();
  private final Random random;

  AnyBody(long seed) {
    random = new Random(seed);
    maxStack = random.nextInt(0x10000);
    initLocals = random.nextBoolean();
    locals = new Token(random.nextInt());
    writeCode();
    int flags = initLocals ? MethodBodies.INIT_LOCALS : 0;
    bytes = MethodBodies.fat(flags, maxStack, locals.value(), code.toByteArray(), sections());
  }

  private void writeCode() {
    for (int i = random.nextInt(30); i > 0; i--) {
      Opcode opcode = OPCODES.get(random.nextInt(OPCODES.size()));
      offsets.add(code.size());
      opcodes.add(opcode);
      if (opcode.size() == 2) {
        code.write(Opcode.TWO_BYTES);
      }
      code.write(opcode.value());
      code.writeBytes(operand(opcode.operand()));
    }
  }

  private byte[] operand(OperandKind kind) {
    int targets = random.nextInt(4);
    boolean switches = kind == OperandKind.INLINE_SWITCH;
    byte[] operand = new byte[kind.size() + (switches ? 4 * targets : 0)];
    random.nextBytes(operand);
    if (switches) {
      System.arraycopy(new byte[] {(byte) targets, 0, 0, 0}, 0, operand, 0, 4);
    }
    return operand;
  }

  private byte[][] sections() {
    return Stream.generate(this::section).limit(random.nextInt(4)).toArray(byte[][]::new);
  }

  private byte[] section() {
    boolean fat = random.nextBoolean();
    byte[][] some =
        Stream.generate(() -> clause(fat)).limit(random.nextInt(4)).toArray(byte[][]::new);
    return fat ? MethodBodies.fatSection(some) : MethodBodies.smallSection(some);
  }

  private byte[] clause(boolean fat) {
    int offsetBits = fat ? 31 : 16;
    int lengthBits = fat ? 31 : 8;
    Handler handler = handler();
    ExceptionClause clause =
        new ExceptionClause(
            number(offsetBits),
            number(lengthBits),
            number(offsetBits),
            number(lengthBits),
            handler);
    clauses.add(clause);
    int[] c = {
      clause.tryOffset(), clause.tryLength(), clause.handlerOffset(), clause.handlerLength()
    };
    int last =
        handler instanceof Catch type
            ? type.type().value()
            : handler instanceof Filter filter ? filter.offset() : 0;
    return fat
        ? MethodBodies.fatClause(kind(handler), c[0], c[1], c[2], c[3], last)
        : MethodBodies.smallClause(kind(handler), c[0], c[1], c[2], c[3], last);
  }

  private int number(int bits) {
    return random.nextInt() >>> (Integer.SIZE - bits);
  }

  private Handler handler() {
    return switch (random.nextInt(4)) {
      case 0 -> new Catch(new Token(random.nextInt()));
      case 1 -> new Filter(number(31));
      case 2 -> Unconditional.FINALLY;
      default -> Unconditional.FAULT;
    };
  }

  private static int kind(Handler handler) {
    if (handler instanceof Catch) {
      return MethodBodies.CATCH;
    } else if (handler instanceof Filter) {
      return MethodBodies.FILTER;
    }
    return handler == Unconditional.FINALLY ? MethodBodies.FINALLY : MethodBodies.FAULT;
  }
}
