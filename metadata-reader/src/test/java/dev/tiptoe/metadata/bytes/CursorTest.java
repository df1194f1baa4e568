// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.bytes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.given.Given;
import dev.tiptoe.testdata.image.Compressed;
import java.util.HexFormat;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CursorTest {

  private static Cursor over(String hex) {
    return new Cursor(Given.bytes(HexFormat.of().parseHex(hex)));
  }

  /** The examples of II.23.2, and the edges between one, two and four bytes. */
  @ParameterizedTest
  @CsvSource({
    "00, 0",
    "03, 3",
    "7f, 0x7f",
    "8080, 0x80",
    "ae57, 0x2e57",
    "bfff, 0x3fff",
    "c0004000, 0x4000",
    "dfffffff, 0x1fffffff",
    "8003, 3",
    "c0000003, 3"
  })
  void compressed_ofTheSpecification_isRead(String hex, String value) {
    Cursor cursor = over(hex);
    assertEquals(Integer.decode(value), cursor.compressed());
    assertTrue(cursor.atEnd());
  }

  /** The examples of II.23.2, and the edges between one, two and four bytes. */
  @ParameterizedTest
  @CsvSource({
    "00, 0",
    "06, 3",
    "7b, -3",
    "7e, 63",
    "01, -64",
    "7f, -1",
    "8080, 64",
    "bf7f, -65",
    "c0004000, 8192",
    "bffe, 8191",
    "8001, -8192",
    "dfffbfff, -8193",
    "dffffffe, 268435455",
    "c0000001, -268435456",
    "bfff, -1",
    "dfffffff, -1"
  })
  void compressedSigned_ofTheSpecification_isRead(String hex, int value) {
    Cursor cursor = over(hex);
    assertEquals(value, cursor.compressedSigned());
    assertTrue(cursor.atEnd());
  }

  @Test
  void compressed_aroundEveryPowerOfTwo_readsBack() {
    for (int bit = 0; bit < 29; bit++) {
      for (int value = (1 << bit) - 2; value <= (1 << bit) + 2; value++) {
        if (value >= 0) {
          assertEquals(value, new Cursor(Given.bytes(Compressed.unsigned(value))).compressed());
        }
      }
    }
  }

  @Test
  void compressedSigned_aroundEveryPowerOfTwo_readsBack() {
    for (int bit = 0; bit < 28; bit++) {
      for (int value = (1 << bit) - 2; value <= (1 << bit) + 2; value++) {
        int below = -value;
        assertEquals(value, new Cursor(Given.bytes(Compressed.signed(value))).compressedSigned());
        assertEquals(below, new Cursor(Given.bytes(Compressed.signed(below))).compressedSigned());
      }
    }
  }

  @Property
  void compressed_ofAnyNumber_readsBack(
      @ForAll @IntRange(max = Compressed.MOST) int value,
      @ForAll @IntRange(min = -(1 << 28), max = (1 << 28) - 1) int signed) {
    assertEquals(value, new Cursor(Given.bytes(Compressed.unsigned(value))).compressed());
    assertEquals(signed, new Cursor(Given.bytes(Compressed.signed(signed))).compressedSigned());
  }

  @Test
  void compressed_withAFirstByteThatBeginsNone_isDamageAtThatByte() {
    for (int first = 0xe0; first <= 0xff; first++) {
      Cursor cursor = new Cursor(Given.bytes(0, first, 0, 0, 0));
      cursor.u8();
      assertEquals(1, assertThrows(MetadataFormatException.class, cursor::compressed).offset());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "80", "c0", "c000", "c00000"})
  void compressed_cutShort_isDamage(String hex) {
    assertThrows(MetadataFormatException.class, () -> over(hex).compressed());
    assertThrows(MetadataFormatException.class, () -> over(hex).compressedSigned());
  }

  @Test
  void cursor_readsMovesAndLooksAhead() {
    Cursor cursor = over("010203");
    assertEquals(1, cursor.u8());
    assertEquals(2, cursor.peek());
    assertEquals(1, cursor.position());
    assertEquals(2, cursor.rest().length());
    assertEquals(2, cursor.u8());
    cursor.moveTo(0);
    assertEquals(1, cursor.u8());
    assertFalse(cursor.atEnd());
    cursor.moveTo(3);
    assertTrue(cursor.atEnd());
    assertThrows(MetadataFormatException.class, cursor::u8);
    assertThrows(MetadataFormatException.class, cursor::peek);
  }

  @Test
  void damage_isAboutTheByteJustRead() {
    Cursor cursor = over("0102");
    assertEquals(0, cursor.damaged("nothing read").offset());
    cursor.u8();
    cursor.u8();
    assertEquals(1, cursor.damaged("all read").offset());
  }
}
