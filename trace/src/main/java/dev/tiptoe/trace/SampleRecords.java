// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import dev.tiptoe.resolver.feed.AddressSample;
import dev.tiptoe.resolver.feed.CallStack;
import dev.tiptoe.resolver.feed.SampledStack;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.RuntimeID;
import dev.tiptoe.resolver.id.ThreadID;
import java.util.Arrays;
import java.util.List;

/**
 * Writes stacks: each distinct one once, then samples that refer to it. Mutable, not thread-safe.
 */
final class SampleRecords {

  /** The most that a number of 32 bits without a sign holds. */
  private static final long MOST = 0xffff_ffffL;

  private final RecordSink sink;
  private final RecordDraft draft = new RecordDraft();
  private final StackNumbers stacks = new StackNumbers();
  private final StackNumbers callers = new StackNumbers();

  SampleRecords(RecordSink sink) {
    this.sink = sink;
  }

  void stack(long at, ThreadID thread, List<FunctionID> frames, boolean truncated) {
    int depth = Math.min(frames.size(), RecordLayout.DEEPEST_STACK);
    draft
        .begin(RecordLayout.StackSample.RECORD_TYPE, RecordLayout.StackSample.FIELDS_END)
        .i64(RecordLayout.StackSample.THREAD_ID, thread.value())
        .i32(RecordLayout.StackSample.FLAGS, flags(truncated || depth < frames.size()))
        .list(frames.stream().limit(depth).mapToLong(FunctionID::value).toArray());
    sink.sample(at, draft);
  }

  private static int flags(boolean truncated) {
    return truncated ? RecordValues.SampleFlags.TRUNCATED : 0;
  }

  void stack(long at, SampledStack sample) {
    CallStack stack = sample.stack();
    if (stack.depth() == 0) {
      stack(at, sample.thread(), List.of(), stack.truncated());
      return;
    }
    long forward = sample.leafIp() - stack.ip(0);
    boolean isNear = forward == (int) forward;
    int number = define(at, stack, isNear ? stack.ip(0) : sample.leafIp());
    // The sample's time is the product of the first two, divided by the third.
    long nanos = Math.max(0, sample.nanos());
    long interval = Math.min(MOST, 1 + nanos / MOST);
    draft
        .begin(RecordLayout.RoundSampled.RECORD_TYPE, RecordLayout.RoundSampled.FIELDS_END)
        .i32(RecordLayout.RoundSampled.INTERVAL, (int) interval)
        .i32(RecordLayout.RoundSampled.DUE, (int) Math.min(MOST, nanos / interval))
        .i32(RecordLayout.RoundSampled.WALKED, 1_000)
        .count(1, RecordLayout.SampledThread.LENGTH)
        .append64(sample.thread().value())
        .append32(number)
        .append32(isNear ? (int) forward : 0);
    sink.sample(at, draft);
  }

  private int define(long at, CallStack stack, long leafIp) {
    int depth = Math.min(stack.depth(), RecordLayout.DEEPEST_STACK);
    boolean truncated = stack.truncated() || depth < stack.depth();
    long[] frames = new long[depth];
    long[] ips = new long[depth];
    for (int i = 0; i < depth; i++) {
      frames[i] = stack.function(i).value();
      ips[i] = i == 0 ? leafIp : stack.ip(i);
    }
    StackNumbers.Key key = new StackNumbers.Key(flags(truncated), frames, ips);
    if (stacks.isNew(key)) {
      draft
          .begin(RecordLayout.StackDefined.RECORD_TYPE, RecordLayout.StackDefined.FIELDS_END)
          .i32(RecordLayout.StackDefined.STACK, stacks.number(key))
          .i32(RecordLayout.StackDefined.OLDEST, stacks.oldest())
          .i32(RecordLayout.StackDefined.FLAGS, flags(truncated))
          .list(frames)
          .list(ips);
      sink.sample(at, draft);
    }
    return stacks.number(key);
  }

  void announced(long at, RuntimeID subject, ThreadID thread, CallStack stack) {
    int occasion = occasion(subject);
    int depth = Math.min(stack.depth(), RecordLayout.DEEPEST_STACK);
    if (occasion == 0 || depth == 0) {
      sink.leaveOut();
      return;
    }
    long[] frames = new long[depth];
    long[] ips = new long[depth];
    Arrays.setAll(frames, i -> stack.function(i).value());
    Arrays.setAll(ips, stack::ip);
    boolean truncated = stack.truncated() || depth < stack.depth();
    draft
        .begin(RecordLayout.CallbackSampled.RECORD_TYPE, RecordLayout.CallbackSampled.FIELDS_END)
        .i64(RecordLayout.CallbackSampled.THREAD_ID, thread.value())
        .i64(RecordLayout.CallbackSampled.ID, subject.value())
        .i32(RecordLayout.CallbackSampled.OCCASION, occasion)
        .i32(RecordLayout.CallbackSampled.FLAGS, flags(truncated))
        .list(frames)
        .list(ips);
    sink.sample(at, draft);
  }

  /** Returns the callback that is about such an ID; 0 for none. */
  private static int occasion(RuntimeID subject) {
    if (subject instanceof ModuleID) {
      return RecordValues.Occasion.MODULE_LOAD_FINISHED;
    }
    if (subject instanceof ClassID) {
      return RecordValues.Occasion.CLASS_LOAD_FINISHED;
    }
    return subject instanceof FunctionID ? RecordValues.Occasion.JIT_COMPILATION_FINISHED : 0;
  }

  void addresses(long at, AddressSample sample) {
    int number = define(at, sample);
    draft
        .begin(RecordLayout.AddressesSampled.RECORD_TYPE, RecordLayout.AddressesSampled.FIELDS_END)
        .i32(RecordLayout.AddressesSampled.ENGINE, AddressFacts.ENGINES.number(sample.engine()))
        .i32(RecordLayout.AddressesSampled.CLOCK, AddressFacts.CLOCKS.number(sample.clock()))
        .count(1, RecordLayout.AddressSample.LENGTH)
        .append64(sample.leaf())
        .append32(sample.osThreadId())
        .append32(number)
        .append32(0)
        .append32((int) Math.max(0, Math.min(MOST, sample.nanos())));
    sink.sample(at, draft);
  }

  private int define(long at, AddressSample sample) {
    int depth = Math.min(sample.stack().depth(), RecordLayout.DEEPEST_STACK);
    long[] ips = new long[depth - 1];
    Arrays.setAll(ips, i -> sample.stack().caller(i + 1));
    int interrupted = interrupted(sample, depth);
    int end = AddressFacts.ENDS.number(sample.stack().end());
    int flags = sample.stack().lacksThrowing() ? RecordValues.WalkFlags.FILTER : 0;
    long[] properties = {end, interrupted};
    StackNumbers.Key key = new StackNumbers.Key(flags, properties, ips);
    if (callers.isNew(key)) {
      draft
          .begin(RecordLayout.CallersDefined.RECORD_TYPE, RecordLayout.CallersDefined.FIELDS_END)
          .i32(RecordLayout.CallersDefined.STACK, callers.number(key))
          .i32(RecordLayout.CallersDefined.OLDEST, callers.oldest())
          .i32(RecordLayout.CallersDefined.END, end)
          .i32(RecordLayout.CallersDefined.FLAGS, flags)
          .i32(RecordLayout.CallersDefined.INTERRUPTED, interrupted)
          .list(ips);
      sink.sample(at, draft);
    }
    return callers.number(key);
  }

  private static int interrupted(AddressSample sample, int depth) {
    int last = 0;
    for (int frame = 1; frame < depth; frame++) {
      last = sample.stack().wasInterrupted(frame) ? frame : last;
    }
    return last;
  }
}
