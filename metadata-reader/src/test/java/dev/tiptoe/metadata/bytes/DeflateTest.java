// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.bytes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.given.Given;
import dev.tiptoe.testdata.image.Deflated;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeflateTest {

  private static byte[] inflated(byte[] compressed, long size) {
    Bytes bytes = Deflate.inflate(Given.bytes(compressed), size, "inner");
    assertEquals("inner", bytes.file());
    return bytes.copy(0, bytes.length());
  }

  private static void assertRefused(byte[] compressed, long size) {
    assertThrows(
        MetadataFormatException.class,
        () -> Deflate.inflate(Given.bytes(compressed), size, "inner"));
  }

  @Property(tries = 500)
  void anything_deflated_inflatesToItself(@ForAll byte[] all) {
    assertArrayEquals(all, inflated(Deflated.bytes(all), all.length));
  }

  /** Noise that deflate stores, and zeros of which it makes a thousandth. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 8191, 8192, 8193, 32768, 32769, 1_000_000, 5_000_000})
  void manyBytes_noiseOrZeros_inflateToThemselves(int size) {
    byte[] noise = new byte[size];
    new Random(size).nextBytes(noise);
    assertArrayEquals(noise, inflated(Deflated.bytes(noise), size));
    byte[] zeros = new byte[size];
    assertArrayEquals(zeros, inflated(Deflated.bytes(zeros), size));
  }

  @Test
  void size_thatIsNotTheRealOne_isRefused() {
    byte[] all = new byte[100_000];
    byte[] compressed = Deflated.bytes(all);
    for (long size : new long[] {-1, 0, 1, 32768, 99_999, 100_001, 1 << 17}) {
      assertRefused(compressed, size);
    }
  }

  @Test
  void size_thatNoDeflateReaches_isRefusedBeforeAnythingIsInflated() {
    byte[] compressed = {1, 2, 3, 4};
    for (long size :
        new long[] {4129, Integer.MAX_VALUE, 1L << 31, Long.MAX_VALUE, -1, Long.MIN_VALUE}) {
      MetadataFormatException e =
          assertThrows(
              MetadataFormatException.class,
              () -> Deflate.inflate(Given.bytes(compressed), size, "inner"));
      assertTrue(e.reason().contains("cannot inflate"), e.reason());
    }
    assertRefused(new byte[0], 0);
  }

  /** Zeros that nothing looks at: the claim is one that as many compressed bytes might hold. */
  @Test
  void size_thatNoModuleReaches_isRefusedBeforeAnythingIsInflated() {
    byte[] compressed = new byte[70_000];
    MetadataFormatException e =
        assertThrows(
            MetadataFormatException.class,
            () -> Deflate.inflate(Given.bytes(compressed), 66 << 20, "inner"));
    assertTrue(e.reason().contains("of a module do not inflate to"), e.reason());
  }

  @Test
  void compressed_cutAnywhere_isRefused() {
    byte[] all = new byte[3000];
    new Random(1).nextBytes(all);
    Arrays.fill(all, 1000, 2000, (byte) 7);
    byte[] compressed = Deflated.bytes(all);
    for (int length = 0; length < compressed.length; length++) {
      assertRefused(Arrays.copyOf(compressed, length), all.length);
    }
  }

  @Property(tries = 1000)
  void anyBytes_inflatedToAnySize_giveThatSizeOrTheFormatsException(
      @ForAll byte[] bytes, @ForAll short size) {
    try {
      assertEquals(size, inflated(bytes, size).length);
    } catch (MetadataFormatException e) {
      assertEquals(Given.FILE, e.file());
    }
  }
}
