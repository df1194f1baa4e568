// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve;

import dev.tiptoe.serve.given.StandIn;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What takes seconds: the pauses before ten messages are taken, and times that are waited for. */
@Tag("quarter-1")
class RetryWitnessTest extends Retries {

  @Test
  void backEnd_thatIsAwayAndBack_getsEverythingOnce_inTheOrderOfEachSender() throws Exception {
    awayAndBack(10);
  }

  @Test
  void deadlineOfTheSender_isAnsweredBeforeItPasses() throws Exception {
    deadline(12);
  }

  @Test
  void timeThatTheBackEndAsksFor_isWaited() throws Exception {
    timeIsWaited(Duration.ofMillis(700), List.of(opened(StandIn.grpc()), opened(StandIn.http())));
  }
}
