// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.bytes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.MetadataFormatException.Kind;
import dev.tiptoe.metadata.given.Given;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BytesTest {

  private static final Bytes EIGHT = Given.bytes(0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88);

  @Test
  void numbers_ofAnyWidth_areLittleEndianAndUnsignedWhereNarrow() {
    assertEquals(0x81, EIGHT.u8(0));
    assertEquals(0x8281, EIGHT.u16(0));
    assertEquals(0x84838281, EIGHT.i32(0));
    assertEquals(0x8887868584838281L, EIGHT.i64(0));
  }

  @Test
  void numbers_upToTheLastByte_areRead() {
    assertEquals(0x88, EIGHT.u8(7));
    assertEquals(0x8887, EIGHT.u16(6));
    assertEquals(0x88878685, EIGHT.i32(4));
  }

  @Test
  void numbers_ofABigEndianBuffer_areLittleEndianStill() {
    ByteBuffer buffer = ByteBuffer.wrap(new byte[] {1, 2}).order(ByteOrder.BIG_ENDIAN);
    assertEquals(0x0201, Bytes.of(Given.FILE, buffer).u16(0));
  }

  @Test
  void reads_outsideTheWindow_areDamage() {
    List<Consumer<Bytes>> reads =
        List.of(
            bytes -> bytes.u8(8),
            bytes -> bytes.u8(-1),
            bytes -> bytes.u16(7),
            bytes -> bytes.i32(5),
            bytes -> bytes.i64(1),
            bytes -> bytes.i32(Integer.MAX_VALUE),
            bytes -> bytes.i32(Integer.MIN_VALUE),
            bytes -> bytes.copy(1, 8),
            bytes -> bytes.utf8(1, 8),
            bytes -> bytes.copy(0, Integer.MAX_VALUE),
            bytes -> bytes.copy(0, -1),
            bytes -> bytes.utf8(0, Integer.MAX_VALUE),
            bytes -> bytes.utf8(0, -1),
            bytes -> bytes.utf16(0, 5),
            bytes -> bytes.utf16(0, Integer.MAX_VALUE),
            bytes -> bytes.utf16(0, Integer.MIN_VALUE),
            bytes -> bytes.slice(1, 8),
            bytes -> bytes.slice(9, 0),
            bytes -> bytes.slice(0, -1),
            bytes -> bytes.slice(1, Integer.MAX_VALUE),
            bytes -> bytes.findZero(9),
            bytes -> bytes.regionEquals(1, bytes, 0, 8),
            bytes -> bytes.regionEquals(0, bytes, 1, 8));
    for (Consumer<Bytes> read : reads) {
      assertThrows(MetadataFormatException.class, () -> read.accept(EIGHT));
    }
  }

  @Test
  void read_insideTheFileButOutsideTheWindow_isDamage() {
    Bytes window = EIGHT.slice(2, 4);
    assertThrows(MetadataFormatException.class, () -> window.u8(4));
    assertThrows(MetadataFormatException.class, () -> window.u8(-1));
    assertThrows(MetadataFormatException.class, () -> window.slice(1, 4));
  }

  @Test
  void damage_inAWindowOfAWindow_tellsFileOffsetAndReason() {
    Bytes window = EIGHT.slice(2, 4).slice(1, 2);
    MetadataFormatException e = assertThrows(MetadataFormatException.class, () -> window.i32(1));
    assertEquals(Given.FILE, e.file());
    assertEquals(4, e.offset());
    assertEquals(Kind.DAMAGED, e.kind());
    assertEquals("4 bytes wanted, 1 are left", e.reason());
    assertEquals("given.dll: at offset 0x4: 4 bytes wanted, 1 are left", e.getMessage());
  }

  @Test
  void damage_farOutside_hasAnOffsetOfTheFile() {
    for (int at : new int[] {Integer.MIN_VALUE, -1, 5, Integer.MAX_VALUE}) {
      Bytes window = EIGHT.slice(2, 4);
      MetadataFormatException e = assertThrows(MetadataFormatException.class, () -> window.u8(at));
      assertTrue(e.offset() >= 2 && e.offset() <= 6, () -> at + " gave " + e.offset());
    }
  }

  @Test
  void size_withTheHighestBit_isDamage() {
    Bytes bytes = Given.bytes(0, 0, 0, 0x80, 0xff, 0xff, 0xff, 0x7f);
    assertEquals(Integer.MAX_VALUE, bytes.size(4));
    assertTrue(
        assertThrows(MetadataFormatException.class, () -> bytes.size(0))
            .reason()
            .contains("2147483648"));
  }

  @Test
  void slice_ofWhatIsLeft_isCutToTheWindow() {
    assertEquals(8, EIGHT.sliceUpTo(0, 100).length());
    assertEquals(3, EIGHT.sliceUpTo(5, Integer.MAX_VALUE).length());
    assertEquals(0x86, EIGHT.sliceUpTo(5, 100).u8(0));
    assertEquals(0, EIGHT.sliceUpTo(9, 1).length());
    assertEquals(0, EIGHT.sliceUpTo(3, -1).length());
    assertEquals(2, EIGHT.sliceUpTo(3, 2).length());
  }

  @Test
  void zero_beforeTheEnd_isFound() {
    Bytes bytes = Given.bytes(1, 0, 2, 0);
    assertEquals(1, bytes.findZero(0));
    assertEquals(1, bytes.findZero(1));
    assertEquals(3, bytes.findZero(2));
  }

  @Test
  void zero_behindTheWindow_isNotFound() {
    assertEquals(1, Given.bytes(1, 2, 0).slice(1, 1).findZero(0));
  }

  @Test
  void regions_areComparedByteForByte() {
    Bytes other = Given.bytes(0, 0x83, 0x84, 0x86);
    assertTrue(EIGHT.regionEquals(2, other, 1, 2));
    assertFalse(EIGHT.regionEquals(2, other, 1, 3));
    assertTrue(EIGHT.regionEquals(0, other, 0, 0));
  }

  @Test
  void copy_ofAPart_isThatPart() {
    assertArrayEquals(new byte[] {(byte) 0x83, (byte) 0x84}, EIGHT.copy(2, 2));
  }

  /**
   * Well-formed and ill-formed text: each maximal part that begins no character becomes one U+FFFD,
   * as the Unicode standard recommends (D93b, table 3-8) and .NET does. {@code ?} means U+FFFD.
   */
  @ParameterizedTest
  @CsvSource({
    "41,                                     A",
    "41 00 42,                               'A\u0000B'",
    "C3 A9,                                  é",
    "E2 82 AC,                               €",
    "F0 9F 98 80,                            😀",
    "ED 9F BF EE 80 80,                      '\uD7FF\uE000'",
    "80,                                     ?",
    "BF 80,                                  ??",
    "C3,                                     ?",
    "C3 41,                                  ?A",
    "C0 80,                                  ??",
    "C1 BF,                                  ??",
    "E0 80 80,                               ???",
    "E0 9F BF,                               ???",
    "E0 A0,                                  ?",
    "E2 82,                                  ?",
    "E2 82 41,                               ?A",
    "E2 E2 82 AC,                            ?€",
    "ED A0 80,                               ???",
    "ED BF BF,                               ???",
    "ED A0 80 ED B0 80,                      ??????",
    "ED A0,                                  ??",
    "F0 80 80 80,                            ????",
    "F0 8F BF BF,                            ????",
    "F0 90 80,                               ?",
    "F0 9F 98 41,                            ?A",
    "F0 9F 41,                               ?A",
    "F0 41,                                  ?A",
    "F4 90 80 80,                            ????",
    "F5 80 80 80,                            ????",
    "FE FF,                                  ??",
    "61 F1 80 80 E1 80 C2 62 80 63 80 BF 64, a???b?c??d",
  })
  void utf8_wellOrIllFormed_becomesText(String hex, String text) {
    byte[] utf8 = new byte[(hex.length() + 1) / 3];
    for (int i = 0; i < utf8.length; i++) {
      utf8[i] = (byte) Integer.parseInt(hex.substring(3 * i, 3 * i + 2), 16);
    }
    String expected = text.replace('?', '\uFFFD');
    assertEquals(expected, Given.bytes(utf8).utf8(0, utf8.length));
  }

  @Property
  void copyAscii_ofAnyText_isAsByteForByte(
      @ForAll @Size(max = 40) byte[] bytes, @ForAll @IntRange(max = 40) int room) {
    byte[] to = new byte[room + Bytes.OVERRUN];
    int expected = 0;
    while (expected < Math.min(bytes.length, room) && bytes[expected] > 0) {
      expected++;
    }
    boolean ascii = expected == Math.min(bytes.length, room) || bytes[expected] == 0;
    assertEquals(ascii ? expected : Bytes.NOT_ASCII, Given.bytes(bytes).copyAscii(0, to, 0));
    if (ascii) {
      assertArrayEquals(Arrays.copyOf(bytes, expected), Arrays.copyOf(to, expected));
    }
  }

  @Test
  void copyAscii_behindTheEnd_isRefused() {
    assertThrows(MetadataFormatException.class, () -> EIGHT.copyAscii(9, new byte[64], 0));
    assertThrows(MetadataFormatException.class, () -> EIGHT.copyAscii(-1, new byte[64], 0));
    assertEquals(0, EIGHT.copyAscii(8, new byte[64], 0));
  }

  @Test
  void utf8_ofNothing_isEmpty() {
    assertEquals("", EIGHT.utf8(8, 0));
  }
}
