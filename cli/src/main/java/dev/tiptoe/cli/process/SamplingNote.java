// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.process;

import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.resolver.feed.AddressSample.Clock;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.trace.SamplerState;
import dev.tiptoe.trace.TraceFormatException;
import dev.tiptoe.trace.TraceReader;
import dev.tiptoe.trace.TraceStatistics;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * Prints a note when the agent sampled less often than requested, to keep pauses within their share
 * of time.
 */
public final class SamplingNote {

  /** How many times as long as the period the rounds may be apart without a word about it. */
  private static final double TOLERANCE = 1.5;

  /** In so few periods there is no rate. */
  private static final long FEW_PERIODS = 10;

  /** The bytes of a trace that takes no time to be read once more: a fraction of a second. */
  private static final long QUICKLY_READ = 64L << 20;

  private static final String STACKS_SAMPLED = "the stacks were sampled";

  private static final double MILLION = 1e6;
  private static final double NANOS_PER_MILLISECOND = 1e6;

  private SamplingNote() {}

  /** Says it on terminals: it is advice for people. */
  public static void say(Path trace, TraceStatistics statistics, Terminal terminal) {
    if (terminal.screen().showsNotes()) {
      of(statistics).ifPresent(note -> terminal.note(trace + ": " + note));
    }
  }

  /** The same about a trace that was just written, unless it is large: then it is not read. */
  static void say(Path trace, Terminal terminal) {
    if (!terminal.screen().showsNotes()) {
      return;
    }
    try {
      if (Files.size(trace) <= QUICKLY_READ) {
        try (TraceReader reader = TraceReader.open(trace)) {
          var ignored = reader.poll(new RuntimeFeed() {});
          say(trace, reader.statistics(), terminal);
        }
      }
    } catch (IOException | TraceFormatException e) {
      // A command that reads the trace reports what is wrong with it.
    }
  }

  /** Returns the note; empty when the period was kept. */
  static Optional<String> of(TraceStatistics statistics) {
    long rounds = statistics.sampler().map(its -> its.rounds()).orElse(0L);
    String what =
        statistics.stacks(Clock.PROCESSOR) > 0
            ? "samples of wall-clock time were taken"
            : STACKS_SAMPLED;
    return statistics.samplerState().flatMap(state -> of(state, rounds, what));
  }

  static Optional<String> of(SamplerState state, long rounds) {
    return of(state, rounds, STACKS_SAMPLED);
  }

  private static Optional<String> of(SamplerState state, long rounds, String what) {
    double reached = (double) state.samplingNanos() / Math.max(1, rounds);
    if (state.periodNanos() == 0
        || state.samplingNanos() < FEW_PERIODS * state.periodNanos()
        || reached < TOLERANCE * state.periodNanos()) {
      return Optional.empty();
    }
    double paused = MILLION * state.pausedNanos() / state.samplingNanos();
    if (paused < state.dutyMillionths() / 2.0) {
      // The reason is another one, such as a machine that is busy with something else.
      return Optional.empty();
    }
    return Optional.of(
        String.format(
            Locale.ROOT,
            "%s every %s on average, not every %s: the program was to be paused for at most %s%% of"
                + " the time (--duty)",
            what,
            inWords(reached),
            inWords((double) state.periodNanos()),
            BigDecimal.valueOf(state.dutyMillionths(), 4).stripTrailingZeros().toPlainString()));
  }

  private static String inWords(double nanos) {
    return String.format(
        Locale.ROOT,
        nanos < 10 * NANOS_PER_MILLISECOND ? "%.1f ms" : "%.0f ms",
        nanos / NANOS_PER_MILLISECOND);
  }
}
