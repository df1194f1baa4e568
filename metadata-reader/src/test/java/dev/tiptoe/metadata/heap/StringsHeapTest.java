// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.given.Given;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class StringsHeapTest {

  /** {@code "" "ab" "" "b"}, and {@code "cé"} without an end. */
  private static final StringsHeap HEAP =
      new StringsHeap(Given.bytes(0, 'a', 'b', 0, 0, 'b', 0, 'c', 0xc3, 0xa9));

  private static String copied(int offset) {
    byte[] text = new byte[64];
    int length = HEAP.copyAscii(offset, text, 0);
    return new String(text, 0, length, StandardCharsets.US_ASCII);
  }

  @Test
  void string_atAnyOffset_endsAtTheNextZero() {
    String[] expected = {"", "ab", "b", "", "", "b", ""};
    for (int offset = 0; offset < expected.length; offset++) {
      assertEquals(expected[offset], HEAP.get(offset));
      assertEquals(expected[offset], copied(offset));
      assertEquals(expected[offset].length(), HEAP.length(offset));
      assertEquals(expected[offset].isEmpty(), HEAP.isEmpty(offset));
    }
  }

  @Test
  void string_withoutAZero_endsWithTheHeap() {
    assertEquals("cé", HEAP.get(7));
    assertEquals(3, HEAP.length(7));
    assertEquals(Bytes.NOT_ASCII, HEAP.copyAscii(7, new byte[64], 0));
  }

  @Test
  void string_behindTheHeap_isDamage() {
    for (int offset : new int[] {11, 1000, Integer.MAX_VALUE, -1, Integer.MIN_VALUE}) {
      assertThrows(MetadataFormatException.class, () -> HEAP.get(offset));
      assertThrows(MetadataFormatException.class, () -> copied(offset));
      assertThrows(MetadataFormatException.class, () -> HEAP.isEmpty(offset));
      assertThrows(MetadataFormatException.class, () -> HEAP.hash(offset));
      assertThrows(MetadataFormatException.class, () -> HEAP.same(offset, HEAP, 1));
    }
  }

  @Test
  void emptyString_ofAnAbsentHeap_isStillEmpty() {
    StringsHeap absent = new StringsHeap(Given.bytes());
    assertEquals("", absent.get(0));
    assertTrue(absent.isEmpty(0));
    assertEquals(HEAP.hash(0), absent.hash(0));
  }

  @Test
  void strings_ofDifferentHeaps_areTheSameByTheirBytes() {
    StringsHeap other = new StringsHeap(Given.bytes(0, 'x', 0, 'b', 0, 'a', 'b', 'c'));
    assertTrue(HEAP.same(2, other, 3));
    assertTrue(HEAP.same(5, other, 3));
    assertFalse(HEAP.same(1, other, 5), "ab is not abc");
    assertFalse(other.same(5, HEAP, 1), "abc is not ab");
    assertFalse(HEAP.same(1, other, 1));
    assertTrue(HEAP.same(0, other, 2), "empty by offset, and by bytes");
    assertTrue(HEAP.same(4, other, 0));
    assertFalse(HEAP.same(0, other, 1));
    assertFalse(HEAP.same(1, other, 0));
  }

  @Test
  void hash_ofTheSameBytes_isTheSameInEveryHeap() {
    StringsHeap other = new StringsHeap(Given.bytes('b', 0, 'a', 'b'));
    assertEquals(HEAP.hash(1), other.hash(2));
    assertEquals(HEAP.hash(2), HEAP.hash(5));
    assertEquals(HEAP.hash(0), HEAP.hash(4));
    assertNotEquals(HEAP.hash(1), HEAP.hash(2));
  }

  /** Strings around the length from which they are long, alone and as ends of one another. */
  @Property(tries = 300)
  void longStrings_areTheSameByTheirBytes(
      @ForAll @IntRange(min = 500, max = 4000) int length,
      @ForAll @IntRange(max = 3999) int changed,
      @ForAll @IntRange(max = 1500) int shift,
      @ForAll @IntRange(max = 2) int cut) {
    byte[] text = new byte[length];
    new Random(length).nextBytes(text);
    for (int i = 0; i < length; i++) {
      text[i] = text[i] == 0 ? 1 : text[i];
    }
    byte[] other = Arrays.copyOf(text, length - cut);
    boolean same = cut == 0;
    if (changed < other.length) {
      other[changed] ^= (byte) 0x80;
      other[changed] = other[changed] == 0 ? 2 : other[changed];
      same = false;
    }
    StringsHeap one = heap(0, text);
    StringsHeap two = heap(shift, other);
    int start = shift + 1;
    assertEquals(same, one.same(1, two, start));
    assertEquals(same, one.hash(1) == two.hash(start));
    int end = Math.min(changed + 1, Math.min(length, other.length));
    assertEquals(cut == 0, one.same(1 + end, two, start + end), "what follows the change");
    assertEquals(cut == 0, one.hash(1 + end) == two.hash(start + end));
  }

  /** A heap with {@code text} behind {@code shift} other bytes and a zero. */
  private static StringsHeap heap(int shift, byte[] text) {
    byte[] bytes = new byte[shift + 1 + text.length + 1];
    Arrays.fill(bytes, 0, shift, (byte) 'x');
    System.arraycopy(text, 0, bytes, shift + 1, text.length);
    return new StringsHeap(Given.bytes(bytes));
  }

  /** Whatever stands behind a string, and however near the heap's end is. */
  @Test
  void string_inAnySurroundings_isTheSame() {
    for (int length = 0; length <= 530; length += length < 40 || length > 495 ? 1 : 13) {
      byte[] text = new byte[length];
      new Random(length).nextBytes(text);
      for (int i = 0; i < length; i++) {
        text[i] |= 1;
      }
      byte[] followed = Arrays.copyOf(text, length + 20);
      Arrays.fill(followed, length + 1, followed.length, (byte) 'y');
      byte[] longer = followed.clone();
      longer[length] = 'z';
      StringsHeap atEnd = heap(0, text);
      StringsHeap inside = heap(3, followed);
      StringsHeap other = heap(3, longer);
      assertEquals(atEnd.hash(1), inside.hash(4));
      assertEquals(atEnd.hashOfNamespace(1), inside.hashOfNamespace(4));
      assertEquals(atEnd.hash(1), atEnd.hashOfNamespace(1));
      assertTrue(atEnd.same(1, inside, 4) && inside.same(4, atEnd, 1));
      assertNotEquals(atEnd.hash(1), other.hash(4));
      assertFalse(atEnd.same(1, other, 4) || other.same(4, inside, 4));
    }
  }

  @Test
  void hashOfNamespace_ofManyInTurn_isThatOfEach() {
    byte[] text = new byte[400];
    for (int i = 0; i < text.length; i++) {
      text[i] = (byte) (i % 7 == 6 ? 0 : 1 + i % 120);
    }
    StringsHeap heap = heap(0, text);
    for (int round = 0; round < 2; round++) {
      for (int offset = 1; offset < text.length; offset++) {
        assertEquals(heap.hash(offset), heap.hashOfNamespace(offset));
      }
    }
  }

  @Test
  void hash_ofAllShortTexts_isDifferent() {
    Set<Long> hashes = new HashSet<>();
    int count = 0;
    for (int length = 0; length <= 9; length++) {
      for (int bits = 0; bits < 1 << length; bits++) {
        byte[] text = new byte[length];
        for (int i = 0; i < length; i++) {
          text[i] = (byte) ((bits >>> i & 1) == 0 ? 1 : 'b');
        }
        hashes.add(heap(0, text).hash(1));
        count++;
      }
    }
    assertEquals(count, hashes.size());
  }

  @Test
  void offset_thatCanBeginAString_isInTheHeapOrAtItsEnd() {
    assertTrue(HEAP.contains(0));
    assertTrue(HEAP.contains(10));
    assertFalse(HEAP.contains(11));
    assertFalse(HEAP.contains(-1));
  }

  @Test
  void name_ofMoreBytesThanAnyHas_isRefusedWhereItBegins() {
    byte[] text = new byte[StringsHeap.LONGEST_NAME + 1];
    Arrays.fill(text, (byte) 'x');
    StringsHeap heap = heap(0, text);
    assertEquals(StringsHeap.LONGEST_NAME, heap.name(2).length());
    MetadataFormatException e = assertThrows(MetadataFormatException.class, () -> heap.name(1));
    assertEquals(1, e.offset());
    assertEquals("a name of more than 65536 bytes", e.reason());
    assertEquals("", heap.name(0));
  }

  @Test
  void length_ofLongAndShortStringsInTurn_isThatOfEach() {
    int[] lengths = {511, 512, 513, 3, 0, 5000, 1, 1024, 700, 0, 0, 2000};
    byte[] bytes = new byte[1 + Arrays.stream(lengths).map(length -> length + 1).sum()];
    int at = 1;
    for (int length : lengths) {
      Arrays.fill(bytes, at, at + length, (byte) 'x');
      at += length + 1;
    }
    StringsHeap heap = new StringsHeap(Given.bytes(bytes));
    at = 1;
    for (int length : lengths) {
      for (int from = 0; from <= length; from++) {
        assertEquals(length - from, heap.length(at + from));
      }
      at += length + 1;
    }
  }
}
