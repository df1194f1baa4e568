// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.bytes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.given.Given;
import dev.tiptoe.testdata.image.Deflated;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quarter-3")
class DeflateWitnessTest {

  /** The claims of a few megabytes of compressed zeros, which hold: two gigabytes. */
  @Test
  void size_thatNoModuleReaches_isRefusedThoughItHolds() {
    byte[] compressed = Deflated.bytes(new byte[66 << 20]);
    MetadataFormatException e =
        assertThrows(
            MetadataFormatException.class,
            () -> Deflate.inflate(Given.bytes(compressed), 66 << 20, "inner"));
    assertTrue(e.reason().contains("of a module do not inflate to"), e.reason());
    byte[] noise = new byte[3 << 20];
    new Random(2).nextBytes(noise);
    byte[] usual = Arrays.copyOf(noise, 66 << 20);
    Bytes inflated = Deflate.inflate(Given.bytes(Deflated.bytes(usual)), usual.length, "inner");
    assertArrayEquals(usual, inflated.copy(0, inflated.length()));
  }
}
