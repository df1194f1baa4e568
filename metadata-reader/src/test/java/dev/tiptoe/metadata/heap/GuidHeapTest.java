// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.given.Given;
import dev.tiptoe.testdata.image.ImageBuilder;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class GuidHeapTest {

  private static final int[] ASCENDING = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};

  @Test
  void guid_ofAscendingBytes_hasThreeNumbersAndEightBytes() {
    assertEquals(
        Optional.of(UUID.fromString("04030201-0605-0807-090a-0b0c0d0e0f10")),
        new GuidHeap(Given.bytes(ASCENDING)).get(1));
  }

  @Test
  void guid_withEveryHighestBitSet_keepsThem() {
    UUID guid = UUID.fromString("ffeeddcc-bbaa-9988-f7e6-d5c4b3a29180");
    ImageBuilder builder = new ImageBuilder();
    builder.guid(new UUID(0, 1));
    int index = builder.guid(guid);
    builder.module("guids.netmodule", guid);
    assertEquals(2, index);
    assertEquals(Optional.of(guid), Given.image(builder).metadata().guids().get(index));
    assertEquals(Optional.of(guid), Given.image(builder).mvid());
  }

  @Test
  void guid_zero_isNone() {
    assertEquals(Optional.empty(), new GuidHeap(Given.bytes()).get(0));
  }

  @Test
  void guid_behindTheHeap_isDamage() {
    GuidHeap heap = new GuidHeap(Given.bytes(ASCENDING));
    for (int index : new int[] {2, 0x08000001, 0x10000001, Integer.MAX_VALUE, -1}) {
      assertThrows(MetadataFormatException.class, () -> heap.get(index));
    }
  }
}
