// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.nativesymbols.elf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.testdata.image.ElfBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ElfSymbolsTest {

  private static ElfFile file(byte[] bytes) {
    return ElfFile.of(Bytes.of("built.so", bytes));
  }

  private static ElfSymbols symbols(ElfBuilder... files) {
    List<ElfFile> all = new ArrayList<>();
    for (ElfBuilder each : files) {
      all.add(file(each.build()));
    }
    return ElfSymbols.of(all);
  }

  private static String at(ElfSymbols symbols, long address) {
    int function = symbols.at(address);
    return function == ElfSymbols.NONE
        ? "-"
        : symbols.name(function) + "+" + (address - symbols.address(function));
  }

  @Test
  void address_inAFunction_isItsAndThatBehindItIsNot() {
    ElfSymbols symbols =
        symbols(new ElfBuilder().function("b", 0x1100, 0x10).function("a", 0x1000, 0x20));
    assertEquals("a+0", at(symbols, 0x1000));
    assertEquals("a+31", at(symbols, 0x101f));
    assertEquals("-", at(symbols, 0x1020));
    assertEquals("b+15", at(symbols, 0x110f));
    for (long outside : new long[] {0, 0xfff, 0x1110, 0x2000, Long.MAX_VALUE, -1}) {
      assertEquals("-", at(symbols, outside));
    }
    assertEquals(2, symbols.count());
    assertEquals(0x10, symbols.size(1));
    assertEquals("built.so", symbols.origin(0));
  }

  @Test
  void file_of32Bits_isReadLikeOneOf64() {
    ElfSymbols symbols =
        symbols(new ElfBuilder(false).function("a", 0x1000, 0x20).export("b", 0x1800, 8));
    assertEquals("a+4", at(symbols, 0x1004));
    assertEquals("b+7", at(symbols, 0x1807));
    assertEquals(
        Optional.of("00112233445566778899"),
        file(new ElfBuilder(false).buildId("00112233445566778899").build()).buildId());
  }

  /** A section of notes takes 64 bytes, and the notes may be the same 64 KiB in each. */
  @Test
  void buildId_behindManyNotes_isSoughtInTheFirstMebibyte() {
    byte[] others = new byte[1 << 16];
    for (int sections : new int[] {15, 16, 40}) {
      ElfBuilder elf = new ElfBuilder();
      for (int i = 0; i < sections; i++) {
        elf.section(".note", ElfSection.NOTE, others);
      }
      assertEquals(
          sections < 16 ? Optional.of("0011223344") : Optional.empty(),
          file(elf.buildId("0011223344").build()).buildId());
    }
  }

  @Test
  void functions_thatOverlap_giveTheOneThatBeginsLast() {
    ElfSymbols symbols =
        symbols(
            new ElfBuilder()
                .function("outer", 0x1000, 0x100)
                .function("inner", 0x1010, 0x10)
                .function("innermost", 0x1018, 4)
                .function("crossing", 0x10f0, 0x40));
    assertEquals("outer+15", at(symbols, 0x100f));
    assertEquals("inner+7", at(symbols, 0x1017));
    assertEquals("innermost+3", at(symbols, 0x101b));
    assertEquals("inner+12", at(symbols, 0x101c));
    assertEquals("outer+32", at(symbols, 0x1020));
    assertEquals("crossing+16", at(symbols, 0x1100));
    assertEquals("-", at(symbols, 0x1130));
  }

  @Test
  void functions_ofOneAddress_giveTheNameThatAPersonWouldUse() {
    int weak = 0x22;
    int local = 0x02;
    ElfSymbols symbols =
        symbols(
            new ElfBuilder()
                .function("__write", 0x1000, 8)
                .symbol("write", weak, 1, 0x1000, 8)
                .symbol("local", local, 1, 0x1000, 8)
                .symbol("_ZN1AC2Ev", weak, 1, 0x1100, 8)
                .function("_ZN1AC1Ev", 0x1100, 8)
                .symbol("label", 0x10, 1, 0x1200, 0)
                .symbol("sized", local, 1, 0x1200, 8));
    assertEquals("write+0", at(symbols, 0x1000));
    assertEquals("_ZN1AC1Ev+1", at(symbols, 0x1101));
    assertEquals("sized+0", at(symbols, 0x1200));
    assertEquals(3, symbols.count());
  }

  @Test
  void functionWithoutASize_reachesToTheNextWhereAllAreKnown() {
    ElfSymbols whole =
        symbols(
            new ElfBuilder()
                .function("start", 0x1000, 0)
                .function("next", 0x1080, 8)
                .function("last", 0x1100, 0));
    assertEquals("start+127", at(whole, 0x107f));
    assertEquals("-", at(whole, 0x1088));
    assertEquals("last+3839", at(whole, 0x1fff));
    assertEquals("-", at(whole, 0x2000));
    ElfSymbols stripped =
        symbols(new ElfBuilder().export("start", 0x1000, 0).export("next", 0x1080, 8));
    assertEquals("-", at(stripped, 0x1000));
    assertEquals("next+0", at(stripped, 0x1080));
  }

  @Test
  void symbols_thatAreNoFunctions_areLeftOut() {
    int object = 0x11;
    int threadLocal = 0x16;
    ElfSymbols symbols =
        symbols(
            new ElfBuilder()
                .symbol("data", object, 1, 0x1000, 8)
                .symbol("tls", threadLocal, 1, 0x1000, 8)
                .symbol("undefined", 0x12, 0, 0x1000, 8)
                .symbol("absolute", 0x12, 0xfff1, 0x1000, 8)
                .symbol("section9", 0x12, 99, 0x1000, 8)
                .symbol("$x", 0x00, 1, 0x1000, 0)
                .symbol(".Lpart", 0x00, 1, 0x1000, 0)
                .symbol("", 0x12, 1, 0x1000, 8)
                .function("outside", 0x5000, 8)
                .function("longer", 0x1ff0, Long.MAX_VALUE));
    assertEquals(1, symbols.count());
    assertEquals("longer+15", at(symbols, 0x1fff));
    assertEquals("-", at(symbols, 0x2000));
  }

  @Test
  void debugInformation_andTheFile_areRead() {
    ElfSymbols symbols =
        symbols(
            new ElfBuilder().export("exported", 0x1000, 8),
            new ElfBuilder().debugOnly().function("hidden", 0x1100, 8));
    assertEquals("exported+1", at(symbols, 0x1001));
    assertEquals("hidden+1", at(symbols, 0x1101));
  }

  @Test
  void links_ofAFile_areRead() {
    ElfFile file =
        file(new ElfBuilder().buildId("0102030405060708").debugLink("a.debug", 0x12345678).build());
    assertEquals(Optional.of("0102030405060708"), file.buildId());
    assertEquals(Optional.of(new ElfFile.DebugLink("a.debug", 0x12345678)), file.debugLink());
    assertEquals(Optional.empty(), file(new ElfBuilder().build()).debugLink());
    assertEquals(Optional.empty(), file(new ElfBuilder().build()).buildId());
  }

  @Test
  void file_thatIsNone_isRefusedWithTheReason() {
    byte[] good = new ElfBuilder().function("a", 0x1000, 8).build();
    assertThrows(MetadataFormatException.class, () -> file(new byte[100]));
    byte[] big = good.clone();
    big[5] = 2;
    MetadataFormatException refused = assertThrows(MetadataFormatException.class, () -> file(big));
    assertEquals("a big-endian ELF file", refused.reason());
  }

  @Test
  void functions_nestedAsDeepAsCanBe_takeLittleTime() {
    ElfBuilder nested = new ElfBuilder();
    for (int i = 0; i < 2000; i++) {
      nested.function("f" + i, 0x1000 + i, 0x1000 - 2L * i);
    }
    ElfSymbols symbols = assertTimeout(Duration.ofSeconds(5), () -> symbols(nested));
    assertEquals("f1999+0", at(symbols, 0x1000 + 1999));
    assertEquals("f0+4095", at(symbols, 0x1fff));
  }

  /** The innermost is looked for in the plainest way. */
  @Test
  void functions_atRandom_areThoseOfAPlainSearch() {
    Random random = new Random(3);
    for (int round = 0; round < 200; round++) {
      ElfBuilder builder = new ElfBuilder();
      int count = 1 + random.nextInt(40);
      long[] starts = new long[count];
      long[] ends = new long[count];
      for (int i = 0; i < count; i++) {
        starts[i] = 0x1000 + 41L * i + random.nextInt(40);
        ends[i] = Math.min(0x2000, starts[i] + 1 + random.nextInt(random.nextBoolean() ? 30 : 900));
        builder.function("f" + i, starts[i], ends[i] - starts[i]);
      }
      ElfSymbols symbols = symbols(builder);
      for (long address = 0xff0; address < 0x2010; address++) {
        String expected = "-";
        for (int i = 0; i < count; i++) {
          if (starts[i] <= address && address < ends[i]) {
            expected = "f" + i + "+" + (address - starts[i]);
          }
        }
        assertEquals(expected, at(symbols, address));
      }
    }
  }

  @Test
  void file_withAnyByteChanged_isReadOrRefused() {
    byte[] good =
        new ElfBuilder()
            .buildId("0102030405060708")
            .debugLink("a.debug", 1)
            .function("a", 0x1000, 8)
            .function("b", 0x1100, 0)
            .export("c", 0x1200, 8)
            .build();
    int refused = 0;
    for (int at = 0; at < good.length; at++) {
      if (at >= 64 + 8 && at < 64 + ElfBuilder.CODE_SIZE) {
        continue;
      }
      for (int value : new int[] {0, 1, 0x7f, 0x80, 0xff, good[at] ^ 0x10}) {
        byte[] damaged = good.clone();
        damaged[at] = (byte) value;
        refused += isRead(damaged) ? 0 : 1;
      }
    }
    assertTrue(refused > 100, "refused " + refused);
    for (int length = 0; length < good.length; length += 7) {
      isRead(java.util.Arrays.copyOf(good, length));
    }
  }

  private static boolean isRead(byte[] bytes) {
    try {
      ElfFile file = file(bytes);
      file.buildId();
      file.debugLink();
      file.compressedSymbols();
      ElfSymbols symbols = ElfSymbols.of(List.of(file));
      for (long address = 0xff0; address < 0x2010; address += 5) {
        at(symbols, address);
      }
      return true;
    } catch (MetadataFormatException e) {
      return false;
    }
  }
}
