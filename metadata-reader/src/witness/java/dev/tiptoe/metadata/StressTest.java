// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata;

import dev.tiptoe.testdata.command.Stress;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("quarter-3")
class StressTest {

  @Test
  void results_thatTwoThreadsAskForFirst_areSeenWhole() {
    Stress.run();
  }
}
