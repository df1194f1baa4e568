// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.body;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.given.Given;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class InstructionTest {

  private static List<Instruction> read(String hex) {
    List<Instruction> all = new ArrayList<>();
    new InstructionReader(Given.bytes(HexFormat.of().parseHex(hex))).forEachRemaining(all::add);
    return all;
  }

  private static Instruction first(String hex) {
    return read(hex).get(0);
  }

  /** III.1.2.1: an instruction with each kind of operand. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "00 | IL_0000: nop",
        "02 | IL_0000: ldarg.0",
        "0eff | IL_0000: ldarg.s 255",
        "1fff | IL_0000: ldc.i4.s -1",
        "2000000080 | IL_0000: ldc.i4 -2147483648",
        "21ffffffffffffffff | IL_0000: ldc.i8 -1",
        "220000c03f | IL_0000: ldc.r4 1.5",
        "23000000000000f8bf | IL_0000: ldc.r8 -1.5",
        "2801000006 | IL_0000: call 0x06000001",
        "2901000011 | IL_0000: calli 0x11000001",
        "2bfe | IL_0000: br.s IL_0000",
        "3801000000 | IL_0000: br IL_0006",
        "4502000000000000000f000000 | IL_0000: switch (IL_000d, IL_001c)",
        "4500000000 | IL_0000: switch ()",
        "7201000070 | IL_0000: ldstr 0x70000001",
        "7b02000004 | IL_0000: ldfld 0x04000002",
        "a51b00001b | IL_0000: unbox.any 0x1b00001b",
        "d002000002 | IL_0000: ldtoken 0x02000002",
        "de7f | IL_0000: leave.s IL_0081",
        "e0 | IL_0000: conv.u",
        "fe01 | IL_0000: ceq",
        "fe09ffff | IL_0000: ldarg 65535",
        "fe0602000006 | IL_0000: ldftn 0x06000002",
        "fe1201 | IL_0000: unaligned. 1",
        "fe1603000001 | IL_0000: constrained. 0x01000003",
        "fe1905 | IL_0000: no. 5",
        "fe1e | IL_0000: readonly."
      })
  void instruction_ofEachKind_readsAsILAsmWritesIt(String hex, String text) {
    assertEquals(text, first(hex).toString());
    assertEquals(hex.length() / 2, first(hex).end());
  }

  @Test
  void instructions_inARow_haveTheirOffsets() {
    assertEquals(
        "[IL_0000: ldc.i4.s 7, IL_0002: ceq, IL_0004: brtrue.s IL_0000, IL_0006: ret]",
        read("1f07fe012dfa2a").toString());
    assertEquals(List.of(), read(""));
  }

  /** The table of opcodes, against the counts and the edges of III.1.2.1. */
  @Test
  void opcodes_ofTheSpecification_areThereAndNoOthers() {
    List<Integer> none = new ArrayList<>();
    int count = 0;
    for (int value = 0; value <= 0xff; value++) {
      if (Opcode.of(value).isEmpty()) {
        none.add(value);
      }
      count += Opcode.of(0xfe00 | value).isPresent() ? 1 : 0;
    }
    List<Integer> unused = new ArrayList<>(List.of(0x24, 0x77, 0x78));
    addRange(unused, 0xa6, 0xb2);
    addRange(unused, 0xbb, 0xc1);
    unused.addAll(List.of(0xc4, 0xc5));
    addRange(unused, 0xc7, 0xcf);
    addRange(unused, 0xe1, 0xff);
    assertEquals(unused, none);
    assertEquals(0x1f - 3, count, "0xfe00 to 0xfe1e, but three");
    assertTrue(Opcode.of(0x100).isEmpty());
    assertTrue(Opcode.of(-1).isEmpty());
    assertTrue(Opcode.of(0xff00).isEmpty());
    for (int hole : new int[] {0xfe08, 0xfe10, 0xfe1b, 0xfe1f}) {
      assertTrue(Opcode.of(hole).isEmpty());
    }
  }

  private static void addRange(List<Integer> to, int first, int last) {
    for (int i = first; i <= last; i++) {
      to.add(i);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0x25, dup",
    "0x33, bne.un.s",
    "0x44, blt.un",
    "0x66, not",
    "0x8b, conv.ovf.u.un",
    "0x9f, stelem.i8",
    "0xba, conv.ovf.u8",
    "0xc6, mkrefany",
    "0xdc, endfinally",
    "0xfe0f, localloc",
    "0xfe11, endfilter",
    "0xfe1a, rethrow",
    "0xfe1c, sizeof"
  })
  void opcode_atTheEdgesOfTheTable_hasItsName(String value, String name) {
    assertEquals(name, Opcode.of(Integer.decode(value)).orElseThrow().toString());
  }

  @Test
  void token_ofWhatHasNone_isTheCallersMistake() {
    assertEquals(new Token(0x0a000001), first("6f0100000a").token());
    assertThrows(IllegalStateException.class, () -> first("2000000080").token());
    assertEquals(0, first("00").number());
    assertEquals(List.of(), first("2a").targets());
  }

  /** No opcode; half an opcode; half an operand; a switch without its targets. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "24",
        "ff",
        "fe",
        "fe08",
        "1f",
        "20000000",
        "21ffffff",
        "2b",
        "fe09ff",
        "28010000",
        "45",
        "450100000000",
        "45ffffff7f",
        "45ffffffff",
        "45000000400000000000000000"
      })
  void instruction_thatIsNotWhole_isDamageAndTheEnd(String hex) {
    Iterator<Instruction> reader =
        new InstructionReader(Given.bytes(HexFormat.of().parseHex("00" + hex)));
    assertEquals("IL_0000: nop", reader.next().toString());
    assertTrue(reader.hasNext());
    assertThrows(MetadataFormatException.class, reader::next);
    assertFalse(reader.hasNext());
    assertThrows(NoSuchElementException.class, reader::next);
  }
}
