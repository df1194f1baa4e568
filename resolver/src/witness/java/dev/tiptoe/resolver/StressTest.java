// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver;

import dev.tiptoe.testdata.command.Stress;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One thread that feeds beside one that reads, under jcstress: the classes {@code *Stress}. */
@Tag("quarter-4")
class StressTest {

  @Test
  void facts_thatAreFedBesideAReader_areSeenWhole() {
    Stress.run();
  }
}
