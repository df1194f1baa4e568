// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import java.util.List;
import java.util.Locale;

/**
 * Prints trees of calls for people: percentages of all stacks, and nothing that is too cold to
 * matter.
 */
final class CallTreePrinter {

  private final Terminal terminal;
  private final long total;
  private final double coldest;

  /**
   * A printer.
   *
   * @param total the number of stacks that is 100 %
   * @param coldest percentage below which nothing is printed
   */
  CallTreePrinter(Terminal terminal, long total, double coldest) {
    this.terminal = terminal;
    this.total = total;
    this.coldest = coldest;
  }

  /** Prints a thread and what it called. */
  void print(CallTree thread) {
    terminal.line(percent(thread) + "  thread \"" + Tsv.field(thread.name()) + "\"");
    callees(thread, "        ");
  }

  private void callees(CallTree caller, String indent) {
    List<CallTree> warm = caller.callees().stream().filter(this::isWarm).toList();
    for (CallTree callee : warm) {
      boolean last = callee == warm.get(warm.size() - 1);
      // A single callee that takes all continues its caller's line downwards; branches are drawn.
      boolean alone = warm.size() == 1;
      String branch = alone ? "" : last ? "└ " : "├ ";
      terminal.line(percent(callee) + indent.substring(6) + branch + Tsv.field(callee.name()));
      callees(callee, indent + (alone ? "" : last ? "  " : "│ "));
    }
  }

  private boolean isWarm(CallTree node) {
    return share(node) >= coldest;
  }

  private double share(CallTree node) {
    return total == 0 ? 0 : 100.0 * node.count() / total;
  }

  private String percent(CallTree node) {
    return String.format(Locale.ROOT, "%5.1f%%", share(node));
  }
}
