// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.command;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.cli.terminal.ExitCode;
import dev.tiptoe.testdata.command.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The arguments that {@code prove bench resolver} refuses; its sides have tests of their own. */
class BenchResolverCommandTest {

  @ParameterizedTest
  @ValueSource(strings = {"0", "9999", "100000000", "many", "-20000"})
  void ids_tooFewOrTooMany_areAUsageError(String ids) {
    Outcome outcome = BenchRun.prove("bench", "resolver", "--ids", ids).expect(ExitCode.USAGE);
    assertTrue(
        outcome.err().contains("'" + ids + "' is not from 10000 to 99999999"), outcome.err());
  }

  @Test
  void work_thatThereIsNone_isAUsageError() {
    Outcome outcome =
        BenchRun.prove("bench", "resolver", "--works", "dream").expect(ExitCode.USAGE);
    assertTrue(outcome.err().contains("there is no work called dream"), outcome.err());
  }
}
