// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.cli.terminal.ExitCode;
import dev.tiptoe.testdata.command.Outcome;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code prove bench fleet} over few frames, once; what the figures are is not asked. */
class BenchFleetCommandTest {

  /** Both sides must find the same names and lines, which theirs do not take from an index. */
  @Tag("witness")
  @Tag("clr")
  @Test
  void frames_ofBothSides_haveTheSameNamesAndLines() {
    List<List<String>> rows =
        BenchRun.prove(
                "bench",
                "fleet",
                "--frames",
                "10000",
                "--executors",
                "1",
                "--rounds",
                "1",
                "--warm-up",
                "0",
                "--tsv")
            .expect(ExitCode.OK)
            .expectSilence()
            .rows();
    assertEquals(1, rows.size(), rows::toString);
    assertEquals(List.of("10000", "1"), rows.get(0).subList(0, 2));
    assertEquals(8, rows.get(0).size(), rows::toString);
  }

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
