// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.resolver.feed.AddressSample;
import dev.tiptoe.resolver.feed.AddressStack;
import dev.tiptoe.resolver.feed.KernelFunction;
import dev.tiptoe.resolver.feed.MappedImage;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.id.ModuleID;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;

/**
 * Decodes the records of samples that are addresses, and of what these addresses mean, one method
 * for each type.
 */
final class AddressFacts {

  static final ValueNumbers<AddressStack.End> ENDS =
      ValueNumbers.of(
          Map.of(
              RecordValues.WalkEnd.THREAD_BASE, AddressStack.End.THREAD_BASE,
              RecordValues.WalkEnd.UNKNOWN_CODE, AddressStack.End.UNKNOWN_CODE,
              RecordValues.WalkEnd.NO_RULE, AddressStack.End.NO_RULE,
              RecordValues.WalkEnd.BEYOND_COPY, AddressStack.End.BEYOND_COPY,
              RecordValues.WalkEnd.TOO_DEEP, AddressStack.End.TOO_DEEP,
              RecordValues.WalkEnd.IMPLAUSIBLE, AddressStack.End.IMPLAUSIBLE,
              RecordValues.WalkEnd.HIJACKED, AddressStack.End.HIJACKED));

  static final ValueNumbers<AddressSample.Engine> ENGINES =
      ValueNumbers.of(
          Map.of(
              RecordValues.Engine.SUSPEND, AddressSample.Engine.SUSPEND,
              RecordValues.Engine.PERF, AddressSample.Engine.PERF));

  static final ValueNumbers<AddressSample.Clock> CLOCKS =
      ValueNumbers.of(
          Map.of(
              RecordValues.Clock.PROCESSOR, AddressSample.Clock.PROCESSOR,
              RecordValues.Clock.WALL, AddressSample.Clock.WALL));

  private static final Map<Integer, EngineState.Condition> CONDITIONS =
      Map.of(
          RecordValues.EngineCondition.SERVING, EngineState.Condition.SERVING,
          RecordValues.EngineCondition.REFUSED, EngineState.Condition.REFUSED,
          RecordValues.EngineCondition.OFF, EngineState.Condition.OFF);

  /** The longest build ID that is passed on; those in use have 20 bytes or fewer. */
  private static final int LONGEST_BUILD_ID = 64;

  /** The greatest number of frames in a record of samples. */
  private static final int MOST_FRAMES = 1 << 20;

  private AddressFacts() {}

  static Optional<DecodedRecord> imageMapped(RecordView record) {
    int octets = RecordLayout.ImageMapped.BUILD_ID;
    Bytes buildId = record.octets(octets);
    int path = octets + Integer.BYTES + buildId.length();
    MappedImage image =
        new MappedImage(
            record.i64(RecordLayout.ImageMapped.BASE),
            record.i64(RecordLayout.ImageMapped.START),
            record.i64(RecordLayout.ImageMapped.SIZE),
            new ModuleID(record.i64(RecordLayout.ImageMapped.MODULE_ID)),
            record.i64(RecordLayout.ImageMapped.ABSENT),
            digits(buildId),
            record.string(path));
    return Optional.of((at, feed, counters) -> feed.imageMapped(at, image));
  }

  private static Optional<String> digits(Bytes buildId) {
    int length = buildId.length();
    if (length == 0 || length > LONGEST_BUILD_ID) {
      return Optional.empty();
    }
    StringBuilder digits = new StringBuilder();
    for (int i = 0; i < length; i++) {
      HexFormat.of().toHexDigits(digits, (byte) buildId.u8(i));
    }
    return Optional.of(digits.toString());
  }

  /** Returns the octets of a build ID; none of one that is not of hexadecimal digits. */
  static byte[] octets(Optional<String> buildId) {
    try {
      return HexFormat.of().parseHex(buildId.orElse(""));
    } catch (IllegalArgumentException notDigits) {
      return new byte[0];
    }
  }

  static Optional<DecodedRecord> imageUnmapped(RecordView record) {
    long base = record.i64(RecordLayout.ImageUnmapped.BASE);
    long start = record.i64(RecordLayout.ImageUnmapped.START);
    return Optional.of((at, feed, counters) -> feed.imageUnmapped(at, base, start));
  }

  static Optional<DecodedRecord> osThreadSeen(RecordView record) {
    int osThreadId = record.i32(RecordLayout.OsThreadSeen.OS_THREAD_ID);
    String name = record.string(RecordLayout.OsThreadSeen.NAME);
    return Optional.of((at, feed, counters) -> feed.osThreadSeen(at, osThreadId, name));
  }

  static Optional<DecodedRecord> kernelFunctionSeen(RecordView record) {
    KernelFunction function =
        new KernelFunction(
            record.i64(RecordLayout.KernelFunctionSeen.START),
            record.i64(RecordLayout.KernelFunctionSeen.SIZE),
            record.string(RecordLayout.KernelFunctionSeen.NAME));
    return Optional.of((at, feed, counters) -> feed.kernelFunctionSeen(at, function));
  }

  static Optional<DecodedRecord> callersDefined(RecordView record) {
    long number = Integer.toUnsignedLong(record.i32(RecordLayout.CallersDefined.STACK));
    long oldest = Integer.toUnsignedLong(record.i32(RecordLayout.CallersDefined.OLDEST));
    int flags = record.i32(RecordLayout.CallersDefined.FLAGS);
    int interrupted = record.i32(RecordLayout.CallersDefined.INTERRUPTED);
    long[] callers = record.numbers(RecordLayout.CallersDefined.CALLERS);
    AddressStack.End end = ENDS.value(record.i32(RecordLayout.CallersDefined.END));
    if (end == null) {
      return Optional.empty();
    }
    if (callers.length >= RecordLayout.DEEPEST_STACK
        || interrupted < 0
        || interrupted > callers.length) {
      throw record.inconsistency("a stack that is none");
    }
    boolean filter = (flags & RecordValues.WalkFlags.FILTER) != 0;
    AddressStack stack = AddressStack.of(callers, end, filter, interrupted);
    return Optional.of((at, feed, counters) -> counters.callers().define(number, oldest, stack));
  }

  static Optional<DecodedRecord> addressesSampled(RecordView record) {
    AddressSample.Engine engine = ENGINES.value(record.i32(RecordLayout.AddressesSampled.ENGINE));
    AddressSample.Clock clock = CLOCKS.value(record.i32(RecordLayout.AddressesSampled.CLOCK));
    int list = RecordLayout.AddressesSampled.SAMPLES;
    int count = record.count(list, RecordLayout.AddressSample.LENGTH);
    if (engine == null || clock == null) {
      return Optional.empty();
    }
    Samples samples = new Samples(engine, clock, count);
    int entry = list + Integer.BYTES;
    for (int i = 0; i < samples.leaves.length; i++) {
      samples.leaves[i] = record.i64(entry + RecordLayout.AddressSample.LEAF);
      samples.threads[i] = record.i32(entry + RecordLayout.AddressSample.OS_THREAD_ID);
      samples.stacks[i] = record.i32(entry + RecordLayout.AddressSample.STACK);
      samples.earlier[i] = record.i32(entry + RecordLayout.AddressSample.EARLIER);
      samples.weights[i] = record.i32(entry + RecordLayout.AddressSample.WEIGHT);
      entry += RecordLayout.AddressSample.LENGTH;
    }
    return Optional.of(samples);
  }

  /** The samples of a record, in columns. */
  private static final class Samples implements DecodedRecord {

    final AddressSample.Engine engine;
    final AddressSample.Clock clock;
    final long[] leaves;
    final int[] threads;
    final int[] stacks;
    final int[] earlier;
    final int[] weights;

    Samples(AddressSample.Engine engine, AddressSample.Clock clock, int count) {
      this.engine = engine;
      this.clock = clock;
      leaves = new long[count];
      threads = new int[count];
      stacks = new int[count];
      earlier = new int[count];
      weights = new int[count];
    }

    @Override
    public boolean isOfSamples() {
      return true;
    }

    @Override
    public void passTo(long at, RuntimeFeed feed, TraceCounters counters) {
      StackDefinitions<AddressStack> definitions = counters.callers();
      int frames = 0;
      for (int i = 0; i < leaves.length; i++) {
        AddressStack stack = definitions.find(Integer.toUnsignedLong(stacks[i]));
        frames += stack == null ? 0 : stack.depth();
        if (stack == null || frames > MOST_FRAMES) {
          counters.stackUndecodable();
        } else {
          counters.stackPassed(clock);
          long nanos = Integer.toUnsignedLong(weights[i]);
          long then = Math.max(0, at - Integer.toUnsignedLong(earlier[i]));
          feed.addressSampled(
              then, new AddressSample(threads[i], stack, leaves[i], engine, clock, nanos));
        }
      }
    }
  }

  static Optional<DecodedRecord> engineState(RecordView record) {
    AddressSample.Engine engine = ENGINES.value(record.i32(RecordLayout.EngineState.ENGINE));
    EngineState.Condition condition =
        CONDITIONS.get(record.i32(RecordLayout.EngineState.CONDITION));
    String reason = record.string(RecordLayout.EngineState.REASON);
    if (engine == null || condition == null) {
      return Optional.empty();
    }
    EngineState state =
        new EngineState(
            engine,
            condition,
            record.i64(RecordLayout.EngineState.PERIOD),
            record.i64(RecordLayout.EngineState.SAMPLES),
            record.i64(RecordLayout.EngineState.WHOLE),
            record.i64(RecordLayout.EngineState.LOST),
            record.i64(RecordLayout.EngineState.DROPPED),
            record.i64(RecordLayout.EngineState.RINGS),
            record.i64(RecordLayout.EngineState.WORKING),
            0,
            0,
            record.i32(RecordLayout.EngineState.THREADS),
            record.i32(RecordLayout.EngineState.MISSING),
            record.i32(RecordLayout.EngineState.COPIED),
            record.i32(RecordLayout.EngineState.CODE),
            reason);
    return Optional.of((at, feed, counters) -> counters.engine(state));
  }

  static Optional<DecodedRecord> sampledTime(RecordView record) {
    AddressSample.Engine engine = ENGINES.value(record.i32(RecordLayout.SampledTime.ENGINE));
    long used = record.i64(RecordLayout.SampledTime.USED);
    long sampled = record.i64(RecordLayout.SampledTime.SAMPLED);
    return engine == null
        ? Optional.empty()
        : Optional.of((at, feed, counters) -> counters.sampledTime(engine, used, sampled));
  }
}
