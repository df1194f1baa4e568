// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code tiptoe bench resolver} refuses; its sides are tested where they are. */
class BenchResolverCommandTest {

  @ParameterizedTest
  @ValueSource(strings = {"0", "9999", "100000000", "many", "-20000"})
  void ids_tooFewOrTooMany_areAUsageError(String ids) {
    Outcome outcome = Outcome.of("bench", "resolver", "--ids", ids).expect(ExitCode.USAGE);
    assertTrue(
        outcome.err().contains("'" + ids + "' is not from 10000 to 99999999"), outcome.err());
  }

  @Test
  void work_thatThereIsNone_isAUsageError() {
    Outcome outcome = Outcome.of("bench", "resolver", "--works", "dream").expect(ExitCode.USAGE);
    assertTrue(outcome.err().contains("there is no work called dream"), outcome.err());
  }
}
