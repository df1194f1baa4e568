// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.given.Everything;
import dev.tiptoe.metadata.given.Given;
import dev.tiptoe.metadata.given.Sample;
import dev.tiptoe.testdata.image.BuiltImage;
import dev.tiptoe.testdata.image.PeFormat;
import java.nio.ByteOrder;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Bytes that are cut off or changed: an image opens or does not, and what opened can be read or
 * not, but never does anything throw what is not the format's exception.
 */
class DamageTest {

  /** Of this many places one is tried, and in time each byte of a row; the witness tries all. */
  private static final int SHARE = 31;

  private static final BuiltImage COMPRESSED = Sample.module().build();
  private static final BuiltImage UNCOMPRESSED =
      Sample.uncompressed().build(PeFormat.PE32_PLUS.readyToRun(3));
  private static final BuiltImage DELTA = Sample.uncompressed().minimalDelta().heapSizes(7).build();

  static List<BuiltImage> samples() {
    return List.of(COMPRESSED, UNCOMPRESSED, DELTA);
  }

  @ParameterizedTest
  @MethodSource("samples")
  void sample_undamaged_isReadWithoutDamage(BuiltImage sample) {
    Everything.of(
        Given.image(sample),
        damage -> {
          throw damage;
        });
  }

  @ParameterizedTest
  @MethodSource("samples")
  void sample_cutAtAnyByte_isRefusedUnlessItsMetadataIsWhole(BuiltImage sample) {
    int end = sample.metadata() + metadataSize(sample);
    for (int length = 0; length < sample.length(); length++) {
      assertEquals(
          length >= end,
          Everything.readOrRefuse(sample.truncated(length).bytes()),
          "cut at " + length);
    }
  }

  private static int metadataSize(BuiltImage sample) {
    return sample.buffer().order(ByteOrder.LITTLE_ENDIAN).getInt(sample.cor20() + 12);
  }

  @ParameterizedTest
  @MethodSource("samples")
  void metadata_saidToEndAtOneByteInMany_isReadAsFarAsItGoes(BuiltImage sample) {
    isReadAsFarAsItGoes(sample, SHARE);
  }

  /** The cut affects only the streams: the COR20 header ends the metadata there. */
  static void isReadAsFarAsItGoes(BuiltImage sample, int step) {
    int size = metadataSize(sample);
    int opened = 0;
    for (int length = 0; length < size; length += step) {
      opened += Everything.readOrRefuse(sample.with32(sample.cor20() + 12, length).bytes()) ? 1 : 0;
    }
    assertTrue(opened > size / step / 2, opened + " of " + size / step);
  }

  @Test
  void tables_withOneByteInManyChanged_areReadAsFarAsTheyGo() {
    areReadAsFarAsTheyGo(SHARE);
  }

  /** The tables stream, through all counts and into the rows. */
  static void areReadAsFarAsTheyGo(int step) {
    for (BuiltImage sample : samples()) {
      for (int at = sample.tables(); at < sample.tables() + 0x120; at += step) {
        for (int value : new int[] {0x00, 0x80, 0xff}) {
          Everything.readOrRefuse(sample.with8(at, value).bytes());
        }
      }
    }
  }

  @Property(tries = 150)
  void sample_withAnyBytesChanged_isReadAsFarAsItGoes(
      @ForAll @IntRange(max = 2) int which,
      @ForAll @Size(min = 1, max = 20) List<@IntRange(max = 0xffff) Integer> places,
      @ForAll @Size(20) byte[] values) {
    changed(which, places, values);
  }

  /** Reads a sample with other bytes in some places. */
  static void changed(int which, List<Integer> places, byte[] values) {
    BuiltImage sample = samples().get(which);
    byte[] bytes = sample.bytes();
    for (int i = 0; i < places.size(); i++) {
      // Headers are a tenth of the file and deserve more than a tenth of the damage.
      int from = i % 2 == 0 ? sample.metadata() : 0;
      bytes[from + places.get(i) % (bytes.length - from)] = values[i];
    }
    Everything.readOrRefuse(bytes);
  }
}
