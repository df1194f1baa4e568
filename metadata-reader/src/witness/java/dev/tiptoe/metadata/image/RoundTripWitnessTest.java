// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.testdata.image.Table;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;

/** More tables than {@link RoundTripTest} makes. */
@Tag("quarter-4")
class RoundTripWitnessTest {

  @Property(tries = 60)
  void indexes_aroundEveryWidthOften_readBackEqual(
      @ForAll Table large, @ForAll @IntRange(max = 5) int tagBits, @ForAll boolean wide) {
    RoundTripTest.indexes(large, tagBits, wide);
  }
}
