// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof;

import dev.tiptoe.testdata.TestRuntime;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code prove soak} for many cycles, under stress, and on an old runtime. */
@Tag("quarter-2")
class LongSoakTest {

  @Test
  void program_thatIsAttachedToDozensOfTimes_answersEverythingAndKeepsNothing() {
    SoakTest.soak(40);
  }

  @Test
  void program_thatCollectsAtEveryAllocation_answersEverythingAndKeepsNothing() {
    SoakTest.soak(12, "--gc-stress", "0x3");
  }

  /** The oldest runtime that the agent can be attached to. */
  @Test
  void program_onNetCore31_answersEverythingAndKeepsNothing() {
    SoakTest.soak(12, "--runtime", TestRuntime.netCore31().toString());
  }
}
