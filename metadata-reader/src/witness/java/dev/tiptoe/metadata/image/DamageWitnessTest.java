// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.testdata.image.BuiltImage;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What {@link DamageTest} tries in some places, in all of them. */
@Tag("quarter-1")
class DamageWitnessTest {

  static List<BuiltImage> samples() {
    return DamageTest.samples();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void metadata_saidToEndAtAnyByte_isReadAsFarAsItGoes(BuiltImage sample) {
    DamageTest.isReadAsFarAsItGoes(sample, 1);
  }

  @Test
  void tables_withAnyByteChanged_areReadAsFarAsTheyGo() {
    DamageTest.areReadAsFarAsTheyGo(1);
  }

  @Property(tries = 2000)
  @net.jqwik.api.Tag("quarter-1")
  void sample_withAnyBytesChangedOften_isReadAsFarAsItGoes(
      @ForAll @IntRange(max = 2) int which,
      @ForAll @Size(min = 1, max = 20) List<@IntRange(max = 0xffff) Integer> places,
      @ForAll @Size(20) byte[] values) {
    DamageTest.changed(which, places, values);
  }
}
