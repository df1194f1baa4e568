// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.heap;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.given.Given;
import dev.tiptoe.testdata.image.ImageBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BlobHeapTest {

  /** The lengths at which the prefix grows from one byte to two and to four. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 0x7f, 0x80, 0x3fff, 0x4000})
  void blob_ofAnyPrefixLength_isItsBytes(int length) {
    byte[] content = new byte[length];
    for (int i = 0; i < length; i++) {
      content[i] = (byte) (i * 7 + 1);
    }
    ImageBuilder builder = ImageBuilder.netmodule("blobs.netmodule");
    builder.blob((byte) 1, (byte) 2, (byte) 3);
    int offset = builder.blob(content);
    builder.blob((byte) 4);
    Bytes blob = Given.image(builder).metadata().blobs().get(offset);
    assertArrayEquals(content, blob.copy(0, blob.length()));
  }

  @Test
  void blob_atZero_isEmptyEvenInAnAbsentHeap() {
    assertEquals(0, new BlobHeap(Given.bytes()).get(0).length());
    assertEquals(0, new BlobHeap(Given.bytes(5, 1)).get(0).length());
  }

  @Test
  void blob_thatReachesExactlyToTheEnd_isRead() {
    assertEquals(2, new BlobHeap(Given.bytes(0, 2, 8, 9)).get(1).length());
  }

  @Test
  void blob_longerThanTheHeap_isDamage() {
    BlobHeap heap = new BlobHeap(Given.bytes(0, 3, 8, 9));
    assertThrows(MetadataFormatException.class, () -> heap.get(1));
  }

  @Test
  void blob_withALengthThatIsNone_isDamageAtItsPrefix() {
    BlobHeap heap = new BlobHeap(Given.bytes(0, 0xff, 0, 0));
    assertEquals(1, assertThrows(MetadataFormatException.class, () -> heap.get(1)).offset());
  }

  @Test
  void blob_behindTheHeap_isDamage() {
    BlobHeap heap = new BlobHeap(Given.bytes(0, 1, 8));
    for (int offset : new int[] {3, 1000, Integer.MAX_VALUE, -1, Integer.MIN_VALUE}) {
      assertThrows(MetadataFormatException.class, () -> heap.get(offset));
    }
  }

  @Test
  void blob_knowsWhereInTheFileItIs() {
    assertEquals(2, new BlobHeap(Given.bytes(0, 1, 8)).get(1).fileOffset(0));
  }
}
