// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.trace.SamplerState;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SamplingNoteTest {

  private static final long MILLI = 1_000_000;

  private static Optional<String> note(
      long period, int duty, long sampling, long paused, long rounds) {
    return SamplingNote.of(
        new SamplerState(
            period * MILLI,
            duty,
            4,
            sampling * MILLI,
            0,
            0,
            0,
            0,
            paused * MILLI,
            0,
            0,
            0,
            0,
            List.of()),
        rounds);
  }

  @ParameterizedTest
  @CsvSource({
    "10, 10000, 1000, 10, 25, 40 ms, 10 ms, 1",
    "10, 5000, 2000, 150, 3, 667 ms, 10 ms, 0.5",
    "1, 10000, 1000, 9, 500, 2.0 ms, 1.0 ms, 1"
  })
  void sampling_thatWasPostponed_isSaidToBe(
      long period,
      int duty,
      long sampling,
      long paused,
      long rounds,
      String reached,
      String wanted,
      String percent) {
    assertEquals(
        Optional.of(
            "the stacks were sampled every "
                + reached
                + " on average, not every "
                + wanted
                + ": the program was to be paused for at most "
                + percent
                + "% of the time (--duty)"),
        note(period, duty, sampling, paused, rounds));
  }

  @ParameterizedTest
  @CsvSource({
    // No sampling; none for long; as often as asked; less often, but not for the pauses.
    "0, 10000, 0, 0, 0",
    "10, 10000, 90, 10, 1",
    "10, 10000, 1000, 10, 80",
    "10, 10000, 1000, 1, 25"
  })
  void sampling_thatWasNot_isNotMentioned(
      long period, int duty, long sampling, long paused, long rounds) {
    assertEquals(Optional.empty(), note(period, duty, sampling, paused, rounds));
  }
}
