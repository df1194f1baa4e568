// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.r2r;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.given.Given;
import dev.tiptoe.testdata.image.NativeFormat;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class NativeCursorTest {

  private static NativeCursor at(int... bytes) {
    return new NativeCursor(Given.bytes(bytes), 0);
  }

  /** The examples of readytorun-format.md. */
  @Test
  void unsigned_ofTheSpecification_isItsExample() {
    assertEquals(12, at(0x18).unsigned());
    assertEquals(1000, at(0xa1, 0x0f).unsigned());
  }

  @Property
  void unsigned_written_isReadBack(@ForAll int value) {
    byte[] bytes = NativeFormat.unsigned(value);
    NativeCursor cursor = new NativeCursor(Given.bytes(bytes), 0);
    assertEquals(value, cursor.unsigned());
    assertEquals(bytes.length, cursor.position());
  }

  @Property
  void signed_written_isReadBack(@ForAll int value) {
    byte[] bytes = NativeFormat.signed(value);
    NativeCursor cursor = new NativeCursor(Given.bytes(bytes), 0);
    assertEquals(value, cursor.signed());
    assertEquals(bytes.length, cursor.position());
  }

  @Example
  void number_atTheEdgesOfEachLength_isReadBack() {
    for (int bits : new int[] {7, 14, 21, 28}) {
      unsigned_written_isReadBack((1 << bits) - 1);
      unsigned_written_isReadBack(1 << bits);
      signed_written_isReadBack((1 << (bits - 1)) - 1);
      signed_written_isReadBack(-1 << (bits - 1));
      signed_written_isReadBack((-1 << (bits - 1)) - 1);
    }
  }

  @Test
  void number_ofFiveOnes_isDamage() {
    assertThrows(MetadataFormatException.class, () -> at(0x1f, 0, 0, 0, 0, 0).unsigned());
    assertThrows(MetadataFormatException.class, () -> at(0xff, 0, 0, 0, 0, 0).signed());
  }

  @Test
  void number_cutOff_isDamage() {
    assertThrows(MetadataFormatException.class, () -> at().unsigned());
    assertThrows(MetadataFormatException.class, () -> at(0x01).unsigned());
    assertThrows(MetadataFormatException.class, () -> at(0x0f, 0, 0, 0).signed());
  }
}
