// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import dev.tiptoe.resolver.feed.AddressSample.Clock;
import dev.tiptoe.resolver.feed.CallStack;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.feed.SampledStack;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.RuntimeID;
import dev.tiptoe.resolver.id.ThreadID;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;

/** Decodes the records of the sample lane, one method for each type. */
final class SampleFacts {

  /** The greatest number of frames in a round. */
  private static final int MOST_FRAMES = 1 << 20;

  private static final Map<Integer, SamplerState.Call> CALLS =
      Map.of(
          RecordValues.SampledCall.SUSPEND_RUNTIME, SamplerState.Call.SUSPEND_RUNTIME,
          RecordValues.SampledCall.DO_STACK_SNAPSHOT, SamplerState.Call.DO_STACK_SNAPSHOT,
          RecordValues.SampledCall.QUOTA_LEFT, SamplerState.Call.QUOTA_LEFT);

  /** The kinds of ID that the callbacks are about. */
  private static final Map<Integer, LongFunction<RuntimeID>> KINDS_OF_ID =
      Map.of(
          RecordValues.Occasion.MODULE_LOAD_FINISHED, ModuleID::new,
          RecordValues.Occasion.CLASS_LOAD_FINISHED, ClassID::new,
          RecordValues.Occasion.JIT_COMPILATION_FINISHED, FunctionID::new);

  private SampleFacts() {}

  static Optional<DecodedRecord> stackSample(RecordView record) {
    ThreadID thread = new ThreadID(record.i64(RecordLayout.StackSample.THREAD_ID));
    boolean truncated = isTruncated(record.i32(RecordLayout.StackSample.FLAGS));
    List<FunctionID> frames = record.list(RecordLayout.StackSample.FRAMES, FunctionID::new);
    return Optional.of(
        (at, feed, counters) -> {
          counters.stackPassed(Clock.WALL);
          feed.stackSampled(at, thread, frames, truncated);
        });
  }

  static Optional<DecodedRecord> stackDefined(RecordView record) {
    long number = Integer.toUnsignedLong(record.i32(RecordLayout.StackDefined.STACK));
    long oldest = Integer.toUnsignedLong(record.i32(RecordLayout.StackDefined.OLDEST));
    int flags = record.i32(RecordLayout.StackDefined.FLAGS);
    CallStack stack = callStack(record, RecordLayout.StackDefined.FRAMES, flags);
    return Optional.of((at, feed, counters) -> counters.stacks().define(number, oldest, stack));
  }

  /** Reads two lists of the same length, FunctionIDs and addresses. */
  private static CallStack callStack(RecordView record, int at, int flags) {
    long[] frames = record.numbers(at);
    long[] ips = record.numbers(record.behindList(at));
    if (frames.length == 0
        || frames.length > RecordLayout.DEEPEST_STACK
        || ips.length != frames.length) {
      throw record.inconsistency("a stack that is none");
    }
    return CallStack.of(frames, ips, isTruncated(flags));
  }

  private static boolean isTruncated(int flags) {
    return (flags & RecordValues.SampleFlags.TRUNCATED) != 0;
  }

  static Optional<DecodedRecord> callbackSampled(RecordView record) {
    int flags = record.i32(RecordLayout.CallbackSampled.FLAGS);
    CallStack stack = callStack(record, RecordLayout.CallbackSampled.FRAMES, flags);
    ThreadID thread = new ThreadID(record.i64(RecordLayout.CallbackSampled.THREAD_ID));
    long id = record.i64(RecordLayout.CallbackSampled.ID);
    LongFunction<RuntimeID> kind =
        KINDS_OF_ID.get(record.i32(RecordLayout.CallbackSampled.OCCASION));
    if (kind == null) {
      return Optional.empty();
    }
    RuntimeID subject = kind.apply(id);
    return Optional.of((at, feed, counters) -> feed.announcedFrom(at, subject, thread, stack));
  }

  static Optional<DecodedRecord> roundSampled(RecordView record) {
    double micros = Integer.toUnsignedLong(record.i32(RecordLayout.RoundSampled.INTERVAL));
    double due = Integer.toUnsignedLong(record.i32(RecordLayout.RoundSampled.DUE));
    double walked = Integer.toUnsignedLong(record.i32(RecordLayout.RoundSampled.WALKED));
    int count = record.count(RecordLayout.RoundSampled.THREADS, RecordLayout.SampledThread.LENGTH);
    if (count > walked) {
      throw record.inconsistency("more stacks than threads that were walked");
    }
    Round round = new Round((long) (1_000 * micros * due / walked), count);
    int entry = RecordLayout.RoundSampled.THREADS + Integer.BYTES;
    for (int i = 0; i < count; i++) {
      round.threads[i] = record.i64(entry + RecordLayout.SampledThread.THREAD_ID);
      round.stacks[i] = record.i32(entry + RecordLayout.SampledThread.STACK);
      round.leavesForward[i] = record.i32(entry + RecordLayout.SampledThread.LEAF_FORWARD);
      entry += RecordLayout.SampledThread.LENGTH;
    }
    return Optional.of(round);
  }

  /** The stacks of a round, each of which represents so many nanoseconds; in columns. */
  private static final class Round implements DecodedRecord {

    final long nanos;
    final long[] threads;
    final int[] stacks;
    final int[] leavesForward;

    Round(long nanos, int count) {
      this.nanos = nanos;
      threads = new long[count];
      stacks = new int[count];
      leavesForward = new int[count];
    }

    @Override
    public boolean isOfSamples() {
      return true;
    }

    @Override
    public void passTo(long at, RuntimeFeed feed, TraceCounters counters) {
      StackDefinitions<CallStack> definitions = counters.stacks();
      int frames = 0;
      for (int i = 0; i < threads.length; i++) {
        CallStack stack = definitions.find(Integer.toUnsignedLong(stacks[i]));
        frames += stack == null ? 0 : stack.depth();
        if (stack == null || frames > MOST_FRAMES) {
          counters.stackUndecodable();
        } else {
          counters.stackPassed(Clock.WALL);
          long leafIp = stack.ip(0) + leavesForward[i];
          feed.stackSampled(at, new SampledStack(new ThreadID(threads[i]), stack, leafIp, nanos));
        }
      }
    }
  }

  static Optional<DecodedRecord> samplerTotals(RecordView record) {
    SamplerTotals totals =
        new SamplerTotals(
            record.i64(RecordLayout.SamplerTotals.ROUNDS),
            record.i64(RecordLayout.SamplerTotals.STACKS),
            record.i64(RecordLayout.SamplerTotals.FAILED_WALKS),
            record.i64(RecordLayout.SamplerTotals.REFUSED_SUSPENSIONS),
            record.i64(RecordLayout.SamplerTotals.DROPPED_SAMPLES),
            record.i64(RecordLayout.SamplerTotals.STOPPED_TOTAL),
            record.i64(RecordLayout.SamplerTotals.STOPPED_LONGEST),
            record.i64(RecordLayout.SamplerTotals.SUSPENDING_TOTAL),
            record.i64(RecordLayout.SamplerTotals.SUSPENDING_LONGEST),
            record.laterI64(RecordLayout.SamplerTotals.LONGEST_PAUSE));
    return Optional.of((at, feed, counters) -> counters.sampler(totals));
  }

  static Optional<DecodedRecord> samplerState(RecordView record) {
    SamplerState state =
        new SamplerState(
            record.i64(RecordLayout.SamplerState.PERIOD),
            record.i32(RecordLayout.SamplerState.DUTY),
            record.i32(RecordLayout.SamplerState.THREADS),
            record.i64(RecordLayout.SamplerState.SAMPLING),
            record.i64(RecordLayout.SamplerState.DUE),
            record.i64(RecordLayout.SamplerState.WALKED),
            record.i64(RecordLayout.SamplerState.STOPPED_MEDIAN),
            record.i64(RecordLayout.SamplerState.STOPPED_P99),
            record.i64(RecordLayout.SamplerState.PAUSED_TOTAL),
            record.i64(RecordLayout.SamplerState.PAUSED_MEDIAN),
            record.i64(RecordLayout.SamplerState.PAUSED_P99),
            record.i64(RecordLayout.SamplerState.PAUSED_LONGEST),
            record.i64(RecordLayout.SamplerState.OTHER_OUTCOMES),
            outcomes(record.list(RecordLayout.SamplerState.OUTCOMES, Long::valueOf)));
    return Optional.of((at, feed, counters) -> counters.samplerState(state));
  }

  /**
   * Reads pairs of a number, which combines call and result, and a count; leaves out calls of a
   * newer agent.
   */
  private static List<SamplerState.Outcome> outcomes(List<Long> pairs) {
    List<SamplerState.Outcome> outcomes = new ArrayList<>();
    for (int i = 0; i + 1 < pairs.size(); i += 2) {
      long key = pairs.get(i);
      SamplerState.Call call = CALLS.get((int) (key >>> Integer.SIZE));
      if (call != null) {
        outcomes.add(new SamplerState.Outcome(call, (int) key, pairs.get(i + 1)));
      }
    }
    return outcomes;
  }
}
