// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import dev.tiptoe.cli.bench.Comparison;
import dev.tiptoe.cli.bench.Footprint;
import java.util.Locale;

/** The figures of a bench as a table for people, or as tab-separated values. */
final class BenchReport {

  private static final String ROW = "%-52s %11s %11s %6s %7s%s";
  private static final double NANOSECONDS = 1e6;

  /** What an open image may retain beyond the mapped file, before any name. */
  private static final int RETAINED_TARGET = 64 << 10;

  private final Terminal terminal;
  private final boolean tsv;

  BenchReport(Terminal terminal, boolean tsv) {
    this.terminal = terminal;
    this.tsv = tsv;
    if (!tsv) {
      terminal.line(String.format(Locale.ROOT, ROW, "", "ours", "peer", "ratio", "target", ""));
    }
  }

  void print(Comparison comparison) {
    String ratio = number("%.2f", comparison.ratio());
    String target = number("%.2f", comparison.work().target());
    if (tsv) {
      terminal.row(comparison.work().word(), comparison.ours(), comparison.peer(), ratio, target);
    } else {
      terminal.line(
          String.format(
              Locale.ROOT,
              ROW,
              comparison.work().description(),
              milliseconds(comparison.ours()),
              milliseconds(comparison.peer()),
              ratio,
              target,
              comparison.isReached() ? "" : "  missed"));
    }
  }

  void print(Footprint footprint) {
    if (tsv) {
      terminal.row("retained", footprint.opened(), "", "", RETAINED_TARGET);
      terminal.row("retained-named", footprint.named(), "", "", "");
      terminal.row("allocated", footprint.allocated(), footprint.text(), ratio(footprint), "");
      return;
    }
    terminal.line("");
    terminal.line("heap that an open file retains     " + footprint.opened() + " bytes");
    terminal.line("  with the names of its types      " + footprint.named() + " bytes");
    terminal.line(
        "allocated for the name of a method "
            + footprint.allocated()
            + " bytes, of which the string itself is "
            + footprint.text());
  }

  private static String ratio(Footprint footprint) {
    return number("%.2f", (double) footprint.allocated() / footprint.text());
  }

  private static String milliseconds(long nanoseconds) {
    return number("%.1f ms", nanoseconds / NANOSECONDS);
  }

  private static String number(String format, double number) {
    return String.format(Locale.ROOT, format, number);
  }
}
