// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.trace;

import dev.tiptoe.cli.terminal.Terminal;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;

/**
 * Prints trees of calls for people: percentages of all stacks, leaving out branches below a limit.
 */
public final class CallTreePrinter {

  private final Terminal terminal;
  private final long total;
  private final double coldest;

  /**
   * Creates a printer.
   *
   * @param total the number of stacks that makes 100 %
   * @param coldest the percentage below which nothing is printed
   */
  public CallTreePrinter(Terminal terminal, long total, double coldest) {
    this.terminal = terminal;
    this.total = total;
    this.coldest = coldest;
  }

  /** A line that is still to be printed, and the indentation of its callees. */
  private record Line(CountedCalls node, String branch, String indent) {}

  /** Prints a thread and its calls. It is not recursive, so the tree may be arbitrarily deep. */
  public void print(CountedCalls thread) {
    terminal.line(percent(thread) + "  thread \"" + thread.name() + "\"");
    Deque<Line> open = new ArrayDeque<>();
    pushCallees(thread, "        ", open);
    while (!open.isEmpty()) {
      Line line = open.pop();
      terminal.line(percent(line.node) + line.branch + line.node.name());
      pushCallees(line.node, line.indent, open);
    }
  }

  /** The hottest callee is pushed last, so that it is printed first. */
  private void pushCallees(CountedCalls caller, String indent, Deque<Line> open) {
    List<CountedCalls> warm = caller.callees().stream().filter(this::isWarm).toList();
    // A single callee that takes all of its caller's stacks continues the line downwards; several
    // are drawn as branches.
    boolean alone = warm.size() == 1;
    for (int i = warm.size() - 1; i >= 0; i--) {
      boolean last = i == warm.size() - 1;
      String branch = alone ? "" : last ? "└ " : "├ ";
      String below = alone ? "" : last ? "  " : "│ ";
      open.push(new Line(warm.get(i), indent.substring(6) + branch, indent + below));
    }
  }

  private boolean isWarm(CountedCalls node) {
    return share(node) >= coldest;
  }

  private double share(CountedCalls node) {
    return total == 0 ? 0 : 100.0 * node.count() / total;
  }

  private String percent(CountedCalls node) {
    return String.format(Locale.ROOT, "%5.1f%%", share(node));
  }
}
