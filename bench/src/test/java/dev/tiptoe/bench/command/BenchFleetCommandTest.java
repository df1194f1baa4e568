// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.command;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.cli.terminal.ExitCode;
import dev.tiptoe.testdata.command.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The arguments that {@code prove bench fleet} refuses. */
class BenchFleetCommandTest {

  @ParameterizedTest
  @ValueSource(strings = {"0", "9999", "2000000000", "many", "-20000"})
  void frames_tooFewOrTooMany_areAUsageError(String frames) {
    Outcome outcome = BenchRun.prove("bench", "fleet", "--frames", frames).expect(ExitCode.USAGE);
    assertTrue(
        outcome.err().contains("'" + frames + "' is not from 10000 to 1999999999"), outcome.err());
  }

  @Test
  void executors_thatAreNone_areAUsageError() {
    Outcome outcome = BenchRun.prove("bench", "fleet", "--executors", "0").expect(ExitCode.USAGE);
    assertTrue(outcome.err().contains("'0' is not from 1 to 99 executors"), outcome.err());
  }
}
