// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.launch;

import java.io.IOException;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Tag;

/** The same as {@link DiagnosticsListenerTest}, more often. */
@Tag("quarter-4")
@net.jqwik.api.Tag("quarter-4")
class DiagnosticsListenerWitnessTest {

  @Property(tries = 200)
  void next_whateverIsSaid_isARuntimeOrNothing(
      @ForAll @Size(max = 50) byte[] random,
      @ForAll @IntRange(max = DiagnosticsListenerTest.ADVERTISEMENT) int begin)
      throws IOException {
    DiagnosticsListenerTest.nextIsARuntimeOrNothing(random, begin);
  }
}
