// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;

/** Loadedness after more histories than in the unit tests. */
@Tag("quarter-3")
final class LiveLoadednessWitnessTest {

  @Property(tries = 400)
  void live_afterAnyHistory_answersAsIfWorkedOutAnew(
      @ForAll("histories") List<LiveLoadednessPropertyTest.Step> history,
      @ForAll boolean collectible) {
    new LiveLoadednessPropertyTest()
        .live_afterAnyHistory_answersAsIfWorkedOutAnew(history, collectible);
  }

  @Provide
  Arbitrary<List<LiveLoadednessPropertyTest.Step>> histories() {
    return LiveLoadednessPropertyTest.histories();
  }
}
