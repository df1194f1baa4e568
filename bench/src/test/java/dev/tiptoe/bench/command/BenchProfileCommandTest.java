// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.command;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.cli.terminal.ExitCode;
import dev.tiptoe.testdata.command.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The arguments that {@code prove bench profile} refuses. */
class BenchProfileCommandTest {

  @ParameterizedTest
  @ValueSource(strings = {"0", "999", "100000000", "many", "-20000"})
  void samples_tooFewOrTooMany_areAUsageError(String samples) {
    Outcome outcome =
        BenchRun.prove("bench", "profile", "--samples", samples).expect(ExitCode.USAGE);
    assertTrue(
        outcome.err().contains("'" + samples + "' is not from 1000 to 99999999"), outcome.err());
  }

  @Test
  void work_thatThereIsNone_isAUsageError() {
    Outcome outcome = BenchRun.prove("bench", "profile", "--works", "dream").expect(ExitCode.USAGE);
    assertTrue(outcome.err().contains("there is no work called dream"), outcome.err());
  }
}
