// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.process;

import dev.tiptoe.bridge.control.AgentStatus;
import dev.tiptoe.bridge.control.Quantity;
import dev.tiptoe.cli.terminal.ShownName;
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

  /** The columns of the figures before a name, and the fewest that a name has. */
  private static final int FIGURES = 18;

  private static final int NARROWEST = 16;

  /** A note is shown when the time between samples is this many times as long as requested. */
  private static final double SLOWED = 1.5;

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
   * @param width the columns of the screen
   * @param height the most lines
   */
  List<StyledLine> draw(String hint, int width, int height) {
    TopWindow window = counts.window();
    List<StyledLine> lines = new ArrayList<>();
    lines.add(head(hint, width));
    lines.add(fitted(width, processors(window)));
    lines.add(fitted(width, loads()));
    lines.add(fitted(width, cost()));
    int names = Math.max(NARROWEST, width - FIGURES);
    int room = Math.min(MOST_THREADS, Math.max(1, (height - AROUND) / 3));
    List<StyledLine> threads = threads(window, names, room);
    lines.add(new StyledLine());
    lines.add(heading("method").dim("  (last " + Math.round(window.nanos() / 1e9) + " s)"));
    int methods = Math.max(1, height - AROUND - threads.size());
    if (window.samples() == 0) {
      lines.add(new StyledLine().dim("                 (no samples)"));
    }
    for (TopWindow.Row row : window.methods().stream().limit(methods).toList()) {
      lines.add(figures(row, window).add(ShownName.fitted(row.name(), names)));
    }
    lines.add(new StyledLine());
    lines.add(heading("thread"));
    lines.addAll(threads);
    return lines;
  }

  private static StyledLine heading(String what) {
    return new StyledLine().dim("    cpu  samples  " + what);
  }

  private List<StyledLine> threads(TopWindow window, int names, int room) {
    List<StyledLine> lines = new ArrayList<>();
    int others = window.otherCpu() >= FEW_PROCESSORS && room > 1 ? 1 : 0;
    for (TopWindow.Row row : window.threads().stream().limit(room - others).toList()) {
      // Where threads share a name, the thread ID of the operating system follows it.
      String number = row.number().isEmpty() ? "" : " (" + row.number() + ")";
      String name = ShownName.cut(row.name(), names - number.length());
      lines.add(figures(row, window).name(name + number));
    }
    if (others > 0) {
      lines.add(
          new StyledLine()
              .add(" " + percent(window.otherCpu()) + " ".repeat(11))
              .dim(
                  ShownName.cut(
                      "(threads that run no managed code, such as the runtime's own)", names)));
    }
    return lines;
  }

  /** What the user can do is at the end, and there in any width. */
  private StyledLine head(String hint, int width) {
    List<String> parts = new ArrayList<>();
    now.ifPresent(
        its -> {
          parts.add("  .NET " + its.runtimeVersion());
          its.of(Quantity.THREADS).ifPresent(threads -> parts.add("  " + threads + " threads"));
          its.of(Quantity.UPTIME)
              .ifPresent(time -> parts.add("  watched for " + time / 1_000_000_000 + " s"));
        });
    StyledLine head = new StyledLine().bold("process " + pid);
    for (String part : parts) {
      if (head.length() + part.length() + 2 + hint.length() <= width) {
        head.add(part);
      }
    }
    return head.dim("  " + hint);
  }

  /** Returns the line of the first part, and of those that there is room for. */
  private static StyledLine fitted(int width, List<String> parts) {
    StyledLine line = new StyledLine().add(parts.get(0));
    for (String part : parts.subList(1, parts.size())) {
      if (line.length() + part.length() > width) {
        break;
      }
      line.add(part);
    }
    return line;
  }

  private static List<String> processors(TopWindow window) {
    return List.of(
        String.format(Locale.ROOT, "cpu     %.2f processors", window.cpu()),
        String.format(
            Locale.ROOT,
            ", of which the agent's threads %.2f%%",
            window.cpu() == 0 ? 0 : 100 * window.agentCpu() / window.cpu()));
  }

  private List<String> loads() {
    return List.of(
        "loads   " + rate(counts.recentClasses()) + " classes/s",
        ", " + rate(counts.recentFunctions()) + " methods/s",
        ", " + rate(counts.recentModules()) + " modules/s",
        "; in all " + counts.classes() + " classes, " + counts.functions() + " methods");
  }

  private String rate(long number) {
    return String.format(Locale.ROOT, "%.0f", number / seconds);
  }

  /** What the program pays: since the last slice where there is one, else in all. */
  private List<String> cost() {
    if (now.isEmpty()) {
      return List.of("agent   does not answer");
    }
    double nanos = Math.max(1, since(Quantity.UPTIME));
    double paused = since(Quantity.PAUSED_TOTAL) / nanos;
    List<String> parts = new ArrayList<>();
    parts.add(String.format(Locale.ROOT, "agent   pauses it %.2f%% of the time", 100 * paused));
    now.get()
        .of(Quantity.PAUSED_LONGEST)
        .ifPresent(
            longest -> parts.add(String.format(Locale.ROOT, " (at most %.1f ms)", longest / 1e6)));
    long samples = since(Quantity.STACKS) + since(Quantity.PERF_SAMPLES);
    parts.add(String.format(Locale.ROOT, ", %.0f samples/s", samples / nanos * 1e9));
    slowed().ifPresent(parts::add);
    parts.add(
        String.format(
            Locale.ROOT, ", %.0f kB/s of trace", since(Quantity.TRACE_BYTES) / nanos * 1e6));
    long refusal = now.get().of(Quantity.PERF_REFUSAL).orElse(0);
    if (refusal != 0) {
      parts.add("; perf events are " + StatusCommand.refusal(refusal));
    }
    return parts;
  }

  /** Shows the time between samples, when it is longer than requested. */
  private Optional<String> slowed() {
    AgentStatus status = now.orElseThrow();
    long wanted = status.of(Quantity.SAMPLE_PERIOD).orElse(0);
    long reached = status.of(Quantity.REACHED_PERIOD).orElse(0);
    if (wanted == 0 || reached < SLOWED * wanted) {
      return Optional.empty();
    }
    boolean hasOthers = status.of(Quantity.PERF_SAMPLES).orElse(0) > 0;
    return Optional.of(
        String.format(
            Locale.ROOT,
            ", %severy %.0f ms instead of %.0f",
            hasOthers ? "of wall-clock time " : "",
            reached / 1e6,
            wanted / 1e6));
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
