// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import dev.tiptoe.cli.bench.Comparison;
import dev.tiptoe.cli.bench.ResolverWork;
import java.util.Locale;

/** The figures of {@code bench resolver}, as a table for people or as tab-separated values. */
final class ResolverReport {

  private final Terminal terminal;
  private final boolean tsv;

  ResolverReport(Terminal terminal, boolean tsv) {
    this.terminal = terminal;
    this.tsv = tsv;
    if (!tsv) {
      terminal.line(row("", "IDs", "ours", "peer", "ratio", "target", ""));
    }
  }

  void print(ResolverWork work, int ids, Comparison comparison) {
    double ours = (double) comparison.ours() / comparison.count();
    boolean hasPeer = !work.peers().isEmpty();
    String peer = hasPeer ? number((double) comparison.peer() / comparison.count()) : "";
    String ratio = hasPeer ? number(comparison.ratio()) : "";
    String target = Double.isInfinite(work.target()) ? "" : number(work.target());
    if (tsv) {
      terminal.row(work.word(), ids, number(ours), peer, ratio, target);
      return;
    }
    boolean reached = (work.isAbsolute() ? ours : comparison.ratio()) <= work.target();
    terminal.line(
        row(
            work.description(),
            Integer.toString(ids),
            number(ours),
            peer,
            ratio,
            target,
            reached ? "" : "  missed"));
  }

  private static String row(Object... cells) {
    return String.format(Locale.ROOT, "%-52s %9s %11s %11s %6s %10s%s", cells);
  }

  private static String number(double number) {
    return String.format(Locale.ROOT, number < 10 ? "%.2f" : "%.0f", number);
  }
}
