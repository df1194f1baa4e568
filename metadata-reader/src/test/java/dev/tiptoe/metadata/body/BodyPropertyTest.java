// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.body;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.given.Given;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Written bodies read back equal; damaged ones are read differently or refused. */
class BodyPropertyTest {

  @Property(tries = 1000)
  void body_ofAnyContent_readsBackEqual(@ForAll long seed) {
    AnyBody any = new AnyBody(seed);
    MethodBody body = MethodBody.read(Given.bytes(any.bytes));
    assertEquals(any.maxStack, body.maxStack());
    assertEquals(any.initLocals, body.initLocals());
    assertEquals(any.locals, body.localVarSig());
    assertEquals(any.clauses, body.clauses());
    List<Instruction> read = new ArrayList<>();
    body.instructions().forEach(read::add);
    assertEquals(any.offsets, read.stream().map(Instruction::offset).toList());
    assertEquals(any.opcodes, read.stream().map(Instruction::opcode).toList());
  }

  @Property(tries = 100)
  void body_cutAnywhere_isDamage(@ForAll long seed) {
    byte[] whole = new AnyBody(seed).bytes;
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThrows(MetadataFormatException.class, () -> MethodBody.read(Given.bytes(cut)));
    }
  }

  @Property(tries = 2000)
  void body_damagedAnywhere_isReadOrRefused(@ForAll long seed) {
    byte[] damaged = new AnyBody(seed).bytes;
    Random random = new Random(seed);
    for (int i = 0; i < 4; i++) {
      damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
    }
    int end = 0;
    try {
      for (Instruction instruction : MethodBody.read(Given.bytes(damaged)).instructions()) {
        assertEquals(end, instruction.offset(), instruction.toString());
        end = instruction.end();
      }
    } catch (MetadataFormatException e) {
      assertEquals(Given.FILE, e.file());
    }
  }
}
