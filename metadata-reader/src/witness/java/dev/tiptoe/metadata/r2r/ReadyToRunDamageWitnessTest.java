// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.r2r;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What {@link ReadyToRunDamageTest} tries in some places, in all of them. */
@Tag("quarter-3")
class ReadyToRunDamageWitnessTest {

  @Test
  void sample_withAnyByteChanged_isReadAsFarAsItGoes() {
    ReadyToRunDamageTest.changedAt(1);
  }

  @Property(tries = 3000)
  @net.jqwik.api.Tag("quarter-3")
  void sample_withAnyBytesChangedOften_isReadAsFarAsItGoes(
      @ForAll @IntRange(max = 3) int which,
      @ForAll @Size(min = 1, max = 12) List<@IntRange(max = 0xffff) Integer> places,
      @ForAll @Size(12) byte[] values) {
    ReadyToRunDamageTest.changed(which, places, values);
  }
}
