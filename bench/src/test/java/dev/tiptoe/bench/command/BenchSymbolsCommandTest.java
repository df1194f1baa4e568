// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.command;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.cli.terminal.ExitCode;
import dev.tiptoe.testdata.command.Outcome;
import org.junit.jupiter.api.Test;

/** The arguments that {@code prove bench symbols} refuses. */
class BenchSymbolsCommandTest {

  static Outcome bench(String works) {
    return BenchRun.prove(
        "bench",
        "symbols",
        "--frames",
        "5000",
        "--rounds",
        "1",
        "--warm-up",
        "0",
        "--tsv",
        "--works",
        works);
  }

  @Test
  void work_thatThereIsNone_isAUsageError() {
    Outcome outcome = bench("dream").expect(ExitCode.USAGE);
    assertTrue(outcome.err().contains("there is no work called dream"), outcome::err);
  }
}
