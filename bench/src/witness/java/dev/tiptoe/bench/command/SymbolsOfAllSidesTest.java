// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.cli.terminal.ExitCode;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code prove bench symbols} over few frames, once; what the figures are is not asked. */
@Tag("quarter-1")
class SymbolsOfAllSidesTest {

  /** All sides must find the same lines, documents and names, whatever they are written in. */
  @Test
  void works_ofAllSides_giveTheSameAnswers() {
    List<List<String>> rows =
        BenchSymbolsCommandTest.bench("codes,strings,sql-lines,sql-names,sql-frames")
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
}
