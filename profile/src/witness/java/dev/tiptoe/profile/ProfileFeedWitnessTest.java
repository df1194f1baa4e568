// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.LongRange;

/** More histories than in the unit tests. */
@Tag("quarter-1")
class ProfileFeedWitnessTest {

  @Property(tries = 500)
  void counts_ofAnyHistory_areThoseOfNamingEachSample(
      @ForAll @LongRange(min = 0, max = Long.MAX_VALUE) long seed) {
    new ProfileFeedTest().counts_ofAnyHistory_areThoseOfNamingEachSample(seed);
  }

  @Property(tries = 500)
  void session_thatSkipsRepetitions_namesAsOneThatDoesNot(
      @ForAll @LongRange(min = 0, max = Long.MAX_VALUE) long seed) {
    new ProfileFeedTest().session_thatSkipsRepetitions_namesAsOneThatDoesNot(seed);
  }
}
