// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.r2r;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.given.GivenCode;
import dev.tiptoe.metadata.given.NativeCodeReader;
import dev.tiptoe.testdata.image.BuiltImage;
import dev.tiptoe.testdata.image.ReadyToRunBuilder.Processor;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Native code that is cut off or changed, read as far as it goes. */
class ReadyToRunDamageTest {

  /** Of this many places one is tried; the witness tries all. */
  private static final int SHARE = 7;

  private static final List<BuiltImage> SAMPLES =
      List.of(
          GivenCode.everything(Processor.AMD64_LINUX),
          GivenCode.everything(Processor.ARM64),
          GivenCode.everything(Processor.I386),
          GivenCode.composite());

  @Test
  void sample_undamaged_hasAllItsMethods() {
    assertEquals(
        List.of(4, 4, 4, 2),
        SAMPLES.stream().map(sample -> NativeCodeReader.readOrRefuse(sample.bytes())).toList());
  }

  @Test
  void sample_cutAtAnyByte_isReadAsFarAsItGoes() {
    for (BuiltImage sample : SAMPLES) {
      for (int length = 0; length < sample.length(); length++) {
        NativeCodeReader.readOrRefuse(sample.truncated(length).bytes());
      }
    }
  }

  @Test
  void sample_withOneByteInManyChanged_isReadAsFarAsItGoes() {
    changedAt(SHARE);
  }

  /** Changes one byte after another. */
  static void changedAt(int step) {
    int stillRead = 0;
    for (BuiltImage sample : SAMPLES) {
      for (int at = 0; at < sample.length(); at += step) {
        for (int value : new int[] {0x00, 0x7f, 0x80, 0xff}) {
          stillRead += NativeCodeReader.readOrRefuse(sample.with8(at, value).bytes()) > 0 ? 1 : 0;
        }
      }
    }
    assertTrue(stillRead > 10_000 / step, stillRead + " were read");
  }

  @Property(tries = 300)
  void sample_withAnyBytesChanged_isReadAsFarAsItGoes(
      @ForAll @IntRange(max = 3) int which,
      @ForAll @Size(min = 1, max = 12) List<@IntRange(max = 0xffff) Integer> places,
      @ForAll @Size(12) byte[] values) {
    changed(which, places, values);
  }

  /** Reads a sample with other bytes in some places. */
  static void changed(int which, List<Integer> places, byte[] values) {
    byte[] bytes = SAMPLES.get(which).bytes();
    for (int i = 0; i < places.size(); i++) {
      bytes[0x200 + places.get(i) % (bytes.length - 0x200)] = values[i];
    }
    NativeCodeReader.readOrRefuse(bytes);
  }
}
