// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.process;

import dev.tiptoe.bridge.control.AgentStatus;
import dev.tiptoe.bridge.control.Quantity;
import dev.tiptoe.cli.terminal.StyledLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Draws the pictures of {@code tiptoe top}. A picture has the rates of the last slice, and methods
 * and threads of the last seconds. Mutable, not thread-safe.
 */
final class TopPicture {

  private static final int MOST_THREADS = 8;

  /** The lines beside methods and threads. */
  private static final int AROUND = 8;

  /** The lines of a picture that is not on a screen. */
  static final int PLAIN_HEIGHT = 30;

  /** Below this, the threads that are not sampled are not worth a line. */
  private static final double FEW_PROCESSORS = 0.005;

  private final long pid;
  private final TopCounts counts;
  private Optional<AgentStatus> before = Optional.empty();
  private Optional<AgentStatus> now = Optional.empty();
  private double seconds = 1;

  /** Creates pictures of one process. */
  TopPicture(long pid, TopCounts counts) {
    this.pid = pid;
    this.counts = counts;
  }

  /**
   * Takes in the end of a slice.
   *
   * @param status the status of the agent, where it answered
   * @param length the length of the slice in seconds
   */
  void next(Optional<AgentStatus> status, double length) {
    before = now;
    now = status;
    seconds = length;
  }

  /**
   * Draws the picture as of the last slice.
   *
   * @param hint what the user can do
   * @param height the most lines
   */
  List<StyledLine> draw(String hint, int height) {
    TopWindow window = counts.window();
    List<StyledLine> lines = new ArrayList<>();
    lines.add(head(hint));
    lines.add(processors(window));
    lines.add(loads());
    lines.add(cost());
    int room = Math.min(MOST_THREADS, Math.max(1, (height - AROUND) / 3));
    List<StyledLine> threads = threads(window, room);
    lines.add(new StyledLine());
    lines.add(heading("method").dim("  (last " + Math.round(window.nanos() / 1e9) + " s)"));
    int methods = Math.max(1, height - AROUND - threads.size());
    if (window.samples() == 0) {
      lines.add(new StyledLine().dim("                 (no samples)"));
    }
    for (TopWindow.Row row : window.methods().stream().limit(methods).toList()) {
      lines.add(figures(row, window).add(row.name()));
    }
    lines.add(new StyledLine());
    lines.add(heading("thread"));
    lines.addAll(threads);
    return lines;
  }

  private static StyledLine heading(String what) {
    return new StyledLine().dim("    cpu  samples  " + what);
  }

  private List<StyledLine> threads(TopWindow window, int room) {
    List<StyledLine> lines = new ArrayList<>();
    int others = window.otherCpu() >= FEW_PROCESSORS && room > 1 ? 1 : 0;
    for (TopWindow.Row row : window.threads().stream().limit(room - others).toList()) {
      lines.add(figures(row, window).name(row.name()));
    }
    if (others > 0) {
      lines.add(
          new StyledLine()
              .add(" " + percent(window.otherCpu()) + " ".repeat(11))
              .dim("(threads that run no managed code, such as the runtime's own)"));
    }
    return lines;
  }

  private StyledLine head(String hint) {
    StyledLine head = new StyledLine().bold("process " + pid);
    now.ifPresent(
        its -> {
          head.add("  .NET " + its.runtimeVersion());
          its.of(Quantity.THREADS).ifPresent(threads -> head.add("  " + threads + " threads"));
          its.of(Quantity.UPTIME)
              .ifPresent(time -> head.add("  watched for " + time / 1_000_000_000 + " s"));
        });
    return head.dim("  " + hint);
  }

  private static StyledLine processors(TopWindow window) {
    return new StyledLine()
        .add(
            String.format(
                Locale.ROOT,
                "cpu     %.2f processors, of which the agent's threads %.2f%%",
                window.cpu(),
                window.cpu() == 0 ? 0 : 100 * window.agentCpu() / window.cpu()));
  }

  private StyledLine loads() {
    return new StyledLine()
        .add("loads   ")
        .add(rate(counts.recentClasses()) + " classes/s, ")
        .add(rate(counts.recentFunctions()) + " methods/s, ")
        .add(rate(counts.recentModules()) + " modules/s; in all ")
        .add(counts.classes() + " classes, " + counts.functions() + " methods");
  }

  private String rate(long number) {
    return String.format(Locale.ROOT, "%.0f", number / seconds);
  }

  /** What the program pays: since the last slice where there is one, else in all. */
  private StyledLine cost() {
    StyledLine line = new StyledLine().add("agent   ");
    if (now.isEmpty()) {
      return line.add("does not answer");
    }
    double nanos = Math.max(1, since(Quantity.UPTIME));
    line.add(
        String.format(
            Locale.ROOT,
            "pauses it %.2f%% of the time",
            100 * since(Quantity.PAUSED_TOTAL) / nanos));
    now.get()
        .of(Quantity.PAUSED_LONGEST)
        .ifPresent(
            longest ->
                line.add(String.format(Locale.ROOT, " (at most %.1f ms)", longest / 1_000_000.0)));
    line.add(
        String.format(
            Locale.ROOT,
            ", %.0f samples/s, %.0f kB/s of trace",
            (since(Quantity.STACKS) + since(Quantity.PERF_SAMPLES)) / nanos * 1e9,
            since(Quantity.TRACE_BYTES) / nanos * 1e6));
    long refusal = now.get().of(Quantity.PERF_REFUSAL).orElse(0);
    return refusal == 0 ? line : line.add("; perf events are " + StatusCommand.refusal(refusal));
  }

  private long since(Quantity quantity) {
    long then = before.map(its -> its.of(quantity).orElse(0)).orElse(0L);
    return now.orElseThrow().of(quantity).orElse(0) - then;
  }

  private static StyledLine figures(TopWindow.Row row, TopWindow window) {
    return new StyledLine()
        .add(String.format(Locale.ROOT, "%6.1f%%   ", 100 * row.cpu()))
        .add(percent(window.samples() == 0 ? 0 : (double) row.samples() / window.samples()))
        .add("  ");
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%5.1f%%", 100 * share);
  }
}
