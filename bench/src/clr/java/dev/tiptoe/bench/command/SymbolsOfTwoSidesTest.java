// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.cli.terminal.ExitCode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code prove bench symbols} at one work, over few frames, once. */
class SymbolsOfTwoSidesTest {

  @Test
  void work_ofBothSides_givesTheSameAnswers() {
    List<List<String>> rows =
        BenchSymbolsCommandTest.bench("sql-lines").expect(ExitCode.OK).expectSilence().rows();
    assertEquals(
        List.of("sql-lines table"),
        rows.stream().map(row -> row.get(0) + " " + row.get(1)).toList());
  }
}
