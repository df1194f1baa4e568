// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.cli.terminal.ExitCode;
import dev.tiptoe.testdata.command.Outcome;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code prove bench symbols} over few frames, once; what the figures are is not asked. */
class BenchSymbolsCommandTest {

  private static Outcome bench(String works) {
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

  /** All sides must find the same lines, documents and names, whatever they are written in. */
  @Tag("clr")
  @Test
  void works_ofAllSides_giveTheSameAnswers() {
    List<List<String>> rows =
        bench("codes,strings,sql-lines,sql-names,sql-frames")
            .expect(ExitCode.OK)
            .expectSilence()
            .rows();
    assertEquals(
        List.of(
            "codes hashmap",
            "codes ppdb",
            "codes srm",
            "codes srm-kept",
            "strings hashmap",
            "strings srm",
            "strings srm-kept",
            "sql-lines table",
            "sql-names table",
            "sql-frames table"),
        rows.stream().map(row -> row.get(0) + " " + row.get(1)).toList());
  }

  @Test
  void work_thatThereIsNone_isAUsageError() {
    Outcome outcome = bench("dream").expect(ExitCode.USAGE);
    assertTrue(outcome.err().contains("there is no work called dream"), outcome::err);
  }
}
