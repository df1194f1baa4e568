// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.process;

import dev.tiptoe.bridge.control.AgentStatus;
import dev.tiptoe.bridge.control.Quantity;
import dev.tiptoe.cli.terminal.StyledLine;
import dev.tiptoe.resolver.id.FunctionID;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/**
 * Draws the pictures of {@code tiptoe top}, one after the other; each has the rates since the one
 * before. Mutable, not thread-safe.
 */
final class TopPicture {

  private static final int MOST_THREADS = 8;

  /** The lines beside methods and threads. */
  private static final int AROUND = 7;

  /** The lines of a picture that is not on a screen. */
  static final int PLAIN_HEIGHT = 30;

  private final long pid;
  private final TopCounts counts;
  private final Function<FunctionID, String> names;
  private Optional<AgentStatus> before = Optional.empty();
  private long classesBefore;
  private long modulesBefore;
  private long functionsBefore;

  /**
   * Creates pictures of one process.
   *
   * @param names returns the name of a method
   */
  TopPicture(long pid, TopCounts counts, Function<FunctionID, String> names) {
    this.pid = pid;
    this.counts = counts;
    this.names = names;
  }

  /**
   * Draws the next picture.
   *
   * @param status the status of the agent, where it answered
   * @param seconds the time since the last picture
   * @param height the most lines
   */
  List<StyledLine> draw(Optional<AgentStatus> status, double seconds, int height) {
    List<StyledLine> lines = new ArrayList<>();
    lines.add(head(status));
    lines.add(loads(seconds));
    lines.add(cost(status));
    int threads = Math.min(MOST_THREADS, Math.max(1, (height - AROUND) / 3));
    List<TopCounts.Tally> hotThreads = counts.hottestThreads(threads);
    lines.add(new StyledLine());
    lines.add(new StyledLine().dim("   now     all  method"));
    int methods = Math.max(1, height - AROUND - hotThreads.size());
    for (TopCounts.Tally each : counts.hottestMethods(methods)) {
      lines.add(shares(each).add(names.apply(new FunctionID(each.id()))));
    }
    lines.add(new StyledLine());
    lines.add(new StyledLine().dim("   now     all  thread"));
    hotThreads.forEach(each -> lines.add(shares(each).name(counts.threadName(each.id()))));
    counts.next();
    before = status;
    classesBefore = counts.classes();
    modulesBefore = counts.modules();
    functionsBefore = counts.functions();
    return lines;
  }

  private StyledLine head(Optional<AgentStatus> status) {
    StyledLine head = new StyledLine().bold("process " + pid);
    status.ifPresent(
        its -> {
          head.add("  runtime " + its.runtimeVersion());
          its.of(Quantity.THREADS).ifPresent(threads -> head.add("  " + threads + " threads"));
          its.of(Quantity.UPTIME)
              .ifPresent(time -> head.add("  watched for " + time / 1_000_000_000 + " s"));
        });
    return head.dim("  Ctrl-C leaves it");
  }

  private StyledLine loads(double seconds) {
    return new StyledLine()
        .add("loads   ")
        .add(rate(counts.classes() - classesBefore, seconds) + " classes/s, ")
        .add(rate(counts.functions() - functionsBefore, seconds) + " methods/s, ")
        .add(rate(counts.modules() - modulesBefore, seconds) + " modules/s; known: ")
        .add(counts.classes() + " classes, " + counts.functions() + " methods");
  }

  private static String rate(long number, double seconds) {
    return String.format(Locale.ROOT, "%.0f", number / seconds);
  }

  /** What the program pays: since the last picture where there is one, else in all. */
  private StyledLine cost(Optional<AgentStatus> status) {
    StyledLine line = new StyledLine().add("agent   ");
    if (status.isEmpty()) {
      return line.add("does not answer");
    }
    double nanos = Math.max(1, since(status.get(), Quantity.UPTIME));
    line.add(
        String.format(
            Locale.ROOT,
            "paused the program for %.2f%% of the time, ",
            100 * since(status.get(), Quantity.PAUSED_TOTAL) / nanos));
    status
        .get()
        .of(Quantity.PAUSED_LONGEST)
        .ifPresent(longest -> line.add("at most " + StatusCommand.time(longest) + "; "));
    return line.add(
        String.format(
            Locale.ROOT,
            "%.0f samples/s, %.0f kB/s of trace",
            since(status.get(), Quantity.STACKS) / nanos * 1e9,
            since(status.get(), Quantity.TRACE_BYTES) / nanos * 1e6));
  }

  private long since(AgentStatus now, Quantity quantity) {
    long then = before.map(its -> its.of(quantity).orElse(0)).orElse(0L);
    return now.of(quantity).orElse(0) - then;
  }

  private StyledLine shares(TopCounts.Tally tally) {
    return new StyledLine()
        .add(share(tally.recent(), counts.recentSamples()))
        .add("  ")
        .add(share(tally.all(), counts.samples()))
        .add("  ");
  }

  private static String share(long part, long all) {
    return String.format(Locale.ROOT, "%5.1f%%", all == 0 ? 0 : 100.0 * part / all);
  }
}
