// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.command;

import dev.tiptoe.bench.RaceResult;
import dev.tiptoe.bench.command.BenchTable.Cell;
import dev.tiptoe.bench.command.BenchTable.Column;
import dev.tiptoe.cli.terminal.Problems;
import dev.tiptoe.cli.terminal.Terminal;
import java.util.List;
import java.util.Locale;

/** Prints the figures of {@code bench fleet}. */
final class FleetReport {

  private static final List<Column> COLUMNS =
      List.of(
          new Column("executors", 9),
          new Column("ours ns", 9),
          new Column("join ns", 9),
          new Column("ratio", 6),
          new Column("heap MiB", 8),
          new Column("join's", 8),
          new Column("target", 6));

  private final BenchTable table;

  FleetReport(Terminal terminal, Problems problems, boolean tsv) {
    this.table = new BenchTable(terminal, problems, tsv, COLUMNS);
  }

  /** Prints a result, and the heap of the executors so far. */
  void print(int frames, int executors, RaceResult result, RaceResult heap) {
    table.row(
        List.of(Integer.toString(frames)),
        String.format(Locale.ROOT, "a frame of %,d", frames),
        List.of(
            Cell.of(Integer.toString(executors)),
            number((double) result.ours() / result.count()),
            number((double) result.peer() / result.count()),
            number(result.ratio()),
            mebibytes(heap.ours()),
            mebibytes(heap.peer()),
            number(result.work().target())),
        result.isReached());
    table.check(result);
  }

  private static Cell number(double number) {
    return Cell.of(String.format(Locale.ROOT, number < 10 ? "%.2f" : "%.0f", number));
  }

  private static Cell mebibytes(long bytes) {
    return Cell.of(Long.toString(bytes >> 20));
  }
}
