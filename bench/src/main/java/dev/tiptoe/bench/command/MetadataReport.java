// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.command;

import dev.tiptoe.bench.HeapFootprint;
import dev.tiptoe.bench.RaceResult;
import dev.tiptoe.bench.command.BenchTable.Cell;
import dev.tiptoe.bench.command.BenchTable.Column;
import dev.tiptoe.cli.terminal.Problems;
import dev.tiptoe.cli.terminal.Terminal;
import java.util.List;
import java.util.Locale;

/** Prints the figures of {@code bench metadata} and {@code bench process}. */
final class MetadataReport {

  private static final List<Column> COLUMNS =
      List.of(
          new Column("ours", 11),
          new Column("peer", 11),
          new Column("ratio", 6),
          new Column("target", 7));
  private static final double NANOSECONDS = 1e6;

  /** The target for what an open image retains in addition to its metadata, before any name. */
  private static final int RETAINED_TARGET = 64 << 10;

  private final Terminal terminal;
  private final BenchTable table;

  MetadataReport(Terminal terminal, Problems problems, boolean tsv) {
    this.terminal = terminal;
    this.table = new BenchTable(terminal, problems, tsv, COLUMNS);
  }

  void print(RaceResult comparison) {
    table.row(
        List.of(comparison.work().word()),
        comparison.work().description(),
        List.of(
            milliseconds(comparison.ours()),
            milliseconds(comparison.peer()),
            Cell.of(number("%.2f", comparison.ratio())),
            Cell.of(number("%.2f", comparison.work().target()))),
        comparison.isReached());
    table.check(comparison);
  }

  void print(HeapFootprint footprint) {
    if (table.isTsv()) {
      terminal.row("retained", footprint.opened(), "", "", RETAINED_TARGET);
      terminal.row("retained-named", footprint.named(), "", "", "");
      terminal.row("allocated", footprint.allocated(), footprint.text(), ratio(footprint), "");
      return;
    }
    terminal.line("");
    terminal.line("heap beside an open file's metadata " + footprint.opened() + " bytes");
    terminal.line("  with the names of its types      " + footprint.named() + " bytes");
    terminal.line(
        "allocated for the name of a method "
            + footprint.allocated()
            + " bytes, of which the string itself is "
            + footprint.text());
  }

  private static String ratio(HeapFootprint footprint) {
    return number("%.2f", (double) footprint.allocated() / footprint.text());
  }

  private static Cell milliseconds(long nanoseconds) {
    return new Cell(List.of(nanoseconds), number("%.1f ms", nanoseconds / NANOSECONDS));
  }

  private static String number(String format, double number) {
    return String.format(Locale.ROOT, format, number);
  }
}
