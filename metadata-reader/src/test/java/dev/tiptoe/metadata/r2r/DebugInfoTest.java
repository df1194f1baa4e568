// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.r2r;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bytes.Bytes;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DebugInfoTest {

  /** Native offset, IL offset. */
  private static final int[] PAIRS = {
    0,
    DebugBounds.PROLOG,
    4,
    0,
    18,
    7,
    18,
    9,
    0x123,
    300,
    0x200,
    DebugBounds.NO_MAPPING,
    0x210,
    2,
    0x300,
    DebugBounds.EPILOG
  };

  /** Writes numbers in nibbles. */
  private static final class Nibbles {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private int low = -1;

    Nibbles number(int value) {
      int groups = Math.max(1, (34 - Integer.numberOfLeadingZeros(value)) / 3);
      for (int i = groups - 1; i >= 0; i--) {
        nibble(((value >>> (3 * i)) & 7) | (i > 0 ? 8 : 0));
      }
      return this;
    }

    private void nibble(int value) {
      if (low < 0) {
        low = value;
      } else {
        bytes.write(low | (value << 4));
        low = -1;
      }
    }

    byte[] toArray() {
      if (low >= 0) {
        nibble(0);
      }
      return bytes.toByteArray();
    }
  }

  private static byte[] bounds(int version, int... pairs) {
    Nibbles nibbles = new Nibbles().number(pairs.length / 2);
    if (version < 16) {
      for (int i = 0; i < pairs.length; i += 2) {
        nibbles.number(pairs[i] - (i == 0 ? 0 : pairs[i - 2])).number(pairs[i + 1] + 3).number(2);
      }
      return nibbles.toArray();
    }
    int nativeBits = 11;
    int ilBits = 13;
    int sourceBits = version >= 17 ? 3 : 2;
    byte[] head = nibbles.number(nativeBits - 1).number(ilBits - 1).toArray();
    StringBuilder bits = new StringBuilder();
    for (int i = 0; i < pairs.length; i += 2) {
      append(bits, 1, sourceBits);
      append(bits, pairs[i] - (i == 0 ? 0 : pairs[i - 2]), nativeBits);
      append(bits, pairs[i + 1] + 3, ilBits);
    }
    byte[] all = Arrays.copyOf(head, head.length + (bits.length() + 7) / 8);
    for (int i = 0; i < bits.length(); i++) {
      all[head.length + i / 8] |= (byte) ((bits.charAt(i) - '0') << (i % 8));
    }
    return all;
  }

  private static void append(StringBuilder bits, int value, int count) {
    for (int i = 0; i < count; i++) {
      bits.append((value >>> i) & 1);
    }
  }

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  /** A section with one function: a leaf of the tree, a zero, the blob. */
  private static DebugBounds read(int version, byte[] sizes, byte[] bounds) {
    byte[] head = {1 << 2 << 1, 1, 0, 0};
    Bytes section = Bytes.of("Section", join(head, sizes, bounds));
    return new DebugInfo(section, version).of(0);
  }

  private static DebugBounds read(int version, boolean isFat, int... pairs) {
    byte[] bounds = bounds(version, pairs);
    Nibbles sizes = new Nibbles();
    if (isFat) {
      sizes.number(0).number(bounds.length).number(5).number(0).number(0).number(0).number(9);
    } else {
      sizes.number(bounds.length).number(0);
    }
    return read(version, sizes.toArray(), bounds);
  }

  @ParameterizedTest
  @CsvSource({"2, false", "9, false", "15, false", "16, false", "17, false", "17, true"})
  void bounds_inEachEncoding_areThoseWritten(int version, boolean isFat) {
    DebugBounds found = read(version, isFat, PAIRS);
    assertEquals(new DebugBounds(PAIRS), found);
    assertEquals(PAIRS.length / 2, found.count());
  }

  @Test
  void ilOffset_ofAnInstruction_isThatOfTheLastBoundBeforeItsByte() {
    DebugBounds found = read(9, false, PAIRS);
    assertEquals(OptionalInt.of(0), found.ilOffsetAt(0));
    assertEquals(OptionalInt.of(0), found.ilOffsetAt(17));
    assertEquals(OptionalInt.of(9), found.ilOffsetAt(18));
    assertEquals(OptionalInt.of(9), found.ilOffsetAt(0x122));
    assertEquals(OptionalInt.of(300), found.ilOffsetAt(0x123));
    assertEquals(OptionalInt.empty(), found.ilOffsetAt(0x205));
    assertEquals(OptionalInt.of(2), found.ilOffsetAt(0x2ff));
    assertEquals(OptionalInt.of(2), found.ilOffsetAt(0x7fffffff));
    assertEquals(OptionalInt.empty(), DebugBounds.NONE.ilOffsetAt(5));
    assertEquals(OptionalInt.empty(), read(9, false, 8, 0).ilOffsetAt(7));
  }

  @Test
  void bounds_ofAFunctionThatIsNotListed_areNone() {
    byte[] head = {1 << 2 << 1, 1, 0, 0, 0};
    DebugInfo info = new DebugInfo(Bytes.of("Section", head), 9);
    assertEquals(DebugBounds.NONE, info.of(1));
    assertEquals(DebugBounds.NONE, info.of(1 << 20));
  }

  @Test
  void bounds_ofAnEarlierFunction_areShared() {
    byte[] bounds = bounds(9, PAIRS);
    byte[] sizes = new Nibbles().number(bounds.length).number(0).toArray();
    // The block's tree has four levels; each but the last has only a lower half, the last has both:
    // element 0 follows, element 1 lies behind the blob.
    int blob = 1 + sizes.length + bounds.length;
    byte[] head = {2 << 2 << 1, 1, 1 << 1, 1 << 1, 1 << 1, (byte) (((1 + blob) << 3) | (3 << 1))};
    byte[] shared = {(byte) ((blob - 1) << 1)};
    Bytes section = Bytes.of("Section", join(head, new byte[1], sizes, bounds, shared));
    DebugInfo info = new DebugInfo(section, 9);
    assertEquals(new DebugBounds(PAIRS), info.of(0));
    assertEquals(new DebugBounds(PAIRS), info.of(1));
  }

  @ParameterizedTest
  @ValueSource(ints = {9, 16, 17})
  void bounds_thatAreDamaged_areReadOrRefused(int version) {
    Random random = new Random(7);
    int refused = 0;
    byte[] good =
        join(
            new byte[] {1 << 2 << 1, 1, 0, 0},
            new Nibbles().number(bounds(version, PAIRS).length).number(0).toArray(),
            bounds(version, PAIRS));
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = good.clone();
      for (int j = 0; j < 1 + i % 3; j++) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      try {
        DebugBounds found = new DebugInfo(Bytes.of("Section", bytes), version).of(0);
        for (int j = 0; j < found.count(); j++) {
          assertTrue(found.nativeOffset(j) >= 0 && found.ilOffset(j) >= DebugBounds.EPILOG);
        }
      } catch (MetadataFormatException e) {
        refused++;
      }
    }
    assertTrue(refused > 1000, refused + " refused");
  }

  @Test
  void count_ofMoreBoundsThanBytes_isRefused() {
    byte[] bounds = new Nibbles().number(1 << 30).toArray();
    byte[] sizes = new Nibbles().number(bounds.length).number(0).toArray();
    assertThrows(MetadataFormatException.class, () -> read(9, sizes, bounds));
    assertThrows(MetadataFormatException.class, () -> read(17, sizes, bounds));
  }
}
