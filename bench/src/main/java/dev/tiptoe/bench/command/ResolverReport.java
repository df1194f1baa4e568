// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.command;

import dev.tiptoe.bench.RaceResult;
import dev.tiptoe.bench.ResolverWork;
import dev.tiptoe.bench.command.BenchTable.Cell;
import dev.tiptoe.bench.command.BenchTable.Column;
import dev.tiptoe.cli.terminal.Problems;
import dev.tiptoe.cli.terminal.Terminal;
import java.util.List;
import java.util.Locale;

/** Prints the figures of {@code bench resolver}. */
final class ResolverReport {

  private static final List<Column> COLUMNS =
      List.of(
          new Column("IDs", 9),
          new Column("ours", 11),
          new Column("peer", 11),
          new Column("ratio", 6),
          new Column("target", 10));

  private final BenchTable table;

  ResolverReport(Terminal terminal, Problems problems, boolean tsv) {
    this.table = new BenchTable(terminal, problems, tsv, COLUMNS);
  }

  void print(ResolverWork work, int ids, RaceResult comparison) {
    double ours = (double) comparison.ours() / comparison.count();
    boolean hasPeer = !work.peers().isEmpty();
    table.row(
        List.of(work.word()),
        work.description(),
        List.of(
            Cell.of(Integer.toString(ids)),
            number(ours),
            hasPeer ? number((double) comparison.peer() / comparison.count()) : Cell.EMPTY,
            hasPeer ? number(comparison.ratio()) : Cell.EMPTY,
            Double.isInfinite(work.target()) ? Cell.EMPTY : number(work.target())),
        (work.isAbsolute() ? ours : comparison.ratio()) <= work.target());
    table.check(comparison);
  }

  private static Cell number(double number) {
    return Cell.of(String.format(Locale.ROOT, number < 10 ? "%.2f" : "%.0f", number));
  }
}
