// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.command;

import dev.tiptoe.bench.RaceResult;
import dev.tiptoe.bench.SymbolsWork;
import dev.tiptoe.bench.command.BenchTable.Cell;
import dev.tiptoe.bench.command.BenchTable.Column;
import dev.tiptoe.cli.terminal.Problems;
import dev.tiptoe.cli.terminal.Terminal;
import java.util.List;
import java.util.Locale;

/** Prints the figures of {@code bench symbols}. */
final class SymbolsReport {

  private static final List<Column> COLUMNS =
      List.of(
          new Column("peer", 9),
          new Column("ours ns", 11),
          new Column("peer ns", 11),
          new Column("ratio", 6),
          new Column("target ns", 10));

  private final BenchTable table;

  SymbolsReport(Terminal terminal, Problems problems, boolean tsv) {
    this.table = new BenchTable(terminal, problems, tsv, COLUMNS);
  }

  /** Prints a result; {@code peer} is empty if there is none. */
  void print(SymbolsWork work, String peer, RaceResult result) {
    double ours = (double) result.ours() / result.count();
    boolean hasPeer = !peer.isEmpty();
    table.row(
        List.of(work.word()),
        work.description(),
        List.of(
            Cell.of(peer),
            number(ours),
            hasPeer ? number((double) result.peer() / result.count()) : Cell.EMPTY,
            hasPeer ? number(result.ratio()) : Cell.EMPTY,
            number(work.target())),
        ours <= work.target());
    table.check(result);
  }

  private static Cell number(double number) {
    return Cell.of(String.format(Locale.ROOT, number < 10 ? "%.2f" : "%.0f", number));
  }
}
