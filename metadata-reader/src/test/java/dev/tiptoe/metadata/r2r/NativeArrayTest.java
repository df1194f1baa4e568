// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.r2r;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.given.Given;
import dev.tiptoe.testdata.image.NativeFormat;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class NativeArrayTest {

  private static Bytes written(int count, Set<Integer> existing, int width) {
    Map<Integer, byte[]> elements = new TreeMap<>();
    existing.forEach(index -> elements.put(index, new byte[] {(byte) (int) index}));
    return Given.bytes(NativeFormat.array(count, elements, width));
  }

  @Property
  void array_written_hasTheElementsThatExistAndNoOthers(
      @ForAll @Size(max = 40) Set<@IntRange(max = 199) Integer> existing,
      @ForAll @IntRange(min = 1, max = 2) int widthShift) {
    Bytes bytes = written(200, existing, 1 << widthShift);
    NativeArray array = new NativeArray(bytes);
    assertEquals(200, array.count());
    for (int i = 0; i < array.count(); i++) {
      int at = array.find(i);
      assertEquals(existing.contains(i), at >= 0, "element " + i);
      if (at >= 0) {
        assertEquals(i, bytes.u8(at));
      }
    }
  }

  @Test
  void array_ofOneByteOffsets_hasItsElements() {
    NativeArray array = new NativeArray(written(33, Set.of(0, 15, 16, 32), 1));
    for (int index : new int[] {0, 15, 16, 32}) {
      assertTrue(array.find(index) >= 0, "element " + index);
    }
    assertEquals(-1, array.find(1));
  }

  @Test
  void array_longerThanItsIndex_isDamage() {
    Bytes bytes = Given.bytes(NativeFormat.unsigned(1000 << 2));
    assertThrows(MetadataFormatException.class, () -> new NativeArray(bytes));
  }

  @Test
  void array_ofOffsetsOfEightBytes_isDamage() {
    Bytes bytes = Given.bytes(NativeFormat.unsigned(3));
    assertThrows(MetadataFormatException.class, () -> new NativeArray(bytes));
  }

  @Test
  void array_whoseBlockLiesOutside_isDamageWhereItIsLookedAt() {
    NativeArray array = new NativeArray(Given.bytes(1 << 3, 0x70));
    assertThrows(MetadataFormatException.class, () -> array.find(0));
  }
}
