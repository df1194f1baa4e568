// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver;

import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;

/** Sessions after more histories than in the unit tests. */
@Tag("quarter-3")
final class SessionWitnessTest {

  @Property(tries = 200)
  void now_afterAnyHistory_answersAsAMomentThatStays(
      @ForAll("histories") List<SessionPropertyTest.Step> history) {
    new SessionPropertyTest().now_afterAnyHistory_answersAsAMomentThatStays(history);
  }

  @Provide
  Arbitrary<List<SessionPropertyTest.Step>> histories() {
    return SessionPropertyTest.histories();
  }
}
