// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.given.Given;
import dev.tiptoe.testdata.image.ImageBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UserStringsHeapTest {

  @ParameterizedTest
  @ValueSource(strings = {"", "plain", "é€😀", "a\0b", "lone \uD800 and \uDC00"})
  void literal_ofAnyText_isReadAsWritten(String text) {
    ImageBuilder builder = ImageBuilder.netmodule("literals.netmodule");
    builder.userString("before");
    int offset = builder.userString(text);
    assertEquals(text, Given.image(builder).metadata().userStrings().get(offset));
  }

  @Test
  void literal_withoutItsLastByte_isStillItsText() {
    assertEquals("a", new UserStringsHeap(Given.bytes(0, 2, 'a', 0)).get(1));
  }

  @Test
  void literal_behindTheHeap_isDamage() {
    UserStringsHeap heap = new UserStringsHeap(Given.bytes(0, 3, 'a', 0));
    assertThrows(MetadataFormatException.class, () -> heap.get(1));
    assertThrows(MetadataFormatException.class, () -> heap.get(4));
  }
}
