// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import dev.tiptoe.resolver.feed.AddressSample;
import dev.tiptoe.resolver.feed.AddressSample.Clock;
import dev.tiptoe.resolver.feed.AddressStack;
import dev.tiptoe.resolver.feed.CallStack;
import dev.tiptoe.trace.RecordType.Lane;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The running totals behind {@link TraceStatistics}. Mutable, not thread-safe. */
final class TraceCounters {

  private static final int MOST_CATCH_UPS = 16;

  /** The number of records of each type, by code. */
  private final long[] records = new long[RecordLayout.HIGHEST_TYPE + 1];

  private final long[] lastSequence = new long[Lane.values().length];
  private final long[] lost = new long[Lane.values().length];
  private long lastIdentityTime = -1;

  /** The time of the next identity record's fact, where that is not the record's. */
  private OptionalLong nextFact = OptionalLong.empty();

  private OptionalLong hole = OptionalLong.empty();
  private long bytes;
  private long inconsistentBytes;
  private long unknownRecords;
  private Optional<TraceRecorder> recorder = Optional.empty();
  private Optional<SamplerTotals> sampler = Optional.empty();
  private Optional<SamplerState> samplerState = Optional.empty();
  private final MetadataPieces metadata = new MetadataPieces();
  private Optional<HeapWalk> heapWalk = Optional.empty();
  private Optional<TraceEnding> ending = Optional.empty();
  private final StackDefinitions<CallStack> stacks = new StackDefinitions<>(CallStack::depth);
  private final StackDefinitions<AddressStack> callers =
      new StackDefinitions<>(AddressStack::depth);
  private final Map<AddressSample.Engine, EngineState> engines =
      new EnumMap<>(AddressSample.Engine.class);
  private long processorStacks;
  private long wallStacks;
  private long stacksUndecodable;
  private final List<CatchUp> catchUps = new ArrayList<>();
  private Optional<DetachRefusal> detachRefusal = Optional.empty();

  /**
   * Returns whether a record may follow those before it. In the identity lane time increases
   * strictly, and the feed relies on it.
   */
  boolean follows(Lane lane, long sequence, long time) {
    return sequence > 0 && time >= 0 && (lane != Lane.IDENTITY || time > lastIdentityTime);
  }

  /** Counts a whole record of either lane, and the records missing before it. */
  void found(Lane lane, long sequence, long time) {
    int index = lane.number();
    if (sequence > lastSequence[index]) {
      long missing = sequence - lastSequence[index] - 1;
      lost[index] += missing;
      lastSequence[index] = sequence;
      if (missing > 0 && lane == Lane.IDENTITY) {
        openHole();
      }
    }
    if (lane == Lane.IDENTITY) {
      lastIdentityTime = time;
    }
  }

  void known(RecordType type) {
    records[type.code()]++;
  }

  void unknown() {
    unknownRecords++;
  }

  void inconsistent(int recordBytes, boolean identity) {
    inconsistentBytes += recordBytes;
    if (identity) {
      openHole();
    }
  }

  /** Notes that facts are missing directly after the last one that was passed on. */
  private void openHole() {
    nextFact = OptionalLong.empty();
    // There is no later time than the greatest one.
    hole = OptionalLong.of(Math.max(lastIdentityTime, lastIdentityTime + 1));
  }

  /** Returns the time since which facts are missing, if that was found since the last call. */
  OptionalLong takeHole() {
    OptionalLong found = hole;
    hole = OptionalLong.empty();
    return found;
  }

  void nextFactAt(long time) {
    nextFact = OptionalLong.of(time);
  }

  /** Returns the time of the fact in an identity record, which has a time of its own. */
  long factTime(long recordTime) {
    long time = nextFact.orElse(recordTime);
    nextFact = OptionalLong.empty();
    return time;
  }

  void whole(int wholeBytes) {
    bytes += wholeBytes;
  }

  void recordedBy(TraceRecorder by) {
    recorder = Optional.of(by);
  }

  void sampler(SamplerTotals totals) {
    sampler = Optional.of(totals);
  }

  void samplerState(SamplerState state) {
    samplerState = Optional.of(state);
  }

  /** Returns the stacks that records may refer to now. */
  StackDefinitions<CallStack> stacks() {
    return stacks;
  }

  /** Returns the callers that samples of addresses may refer to now. */
  StackDefinitions<AddressStack> callers() {
    return callers;
  }

  void engine(EngineState state) {
    engines.merge(
        state.engine(), state, (before, now) -> now.withTime(before.used(), before.sampled()));
  }

  /** Follows the state of the engine. */
  void sampledTime(AddressSample.Engine engine, long used, long sampled) {
    engines.computeIfPresent(engine, (its, state) -> state.withTime(used, sampled));
  }

  void stackPassed(Clock clock) {
    switch (clock) {
      case PROCESSOR -> processorStacks++;
      case WALL -> wallStacks++;
    }
  }

  void stackUndecodable() {
    stacksUndecodable++;
  }

  /** Returns the copy of a module's metadata that is being assembled. */
  MetadataPieces metadata() {
    return metadata;
  }

  void heapWalk(HeapWalk walk) {
    heapWalk = Optional.of(walk);
  }

  /** Only the newest are kept, because a hostile trace may have any number. */
  void caughtUp(CatchUp step) {
    if (catchUps.size() == MOST_CATCH_UPS) {
      catchUps.remove(0);
    }
    catchUps.add(step);
  }

  void detachRefused(DetachRefusal refusal) {
    detachRefusal = Optional.of(refusal);
  }

  void ended(TraceEnding as) {
    ending = Optional.of(as);
  }

  boolean hasEnded() {
    return ending.isPresent();
  }

  private Map<RecordType, Long> recordsByType() {
    Map<RecordType, Long> counts = new EnumMap<>(RecordType.class);
    for (RecordType type : RecordType.values()) {
      if (records[type.code()] > 0) {
        counts.put(type, records[type.code()]);
      }
    }
    return counts;
  }

  private Map<Clock, Long> samplesByClock() {
    Map<Clock, Long> counts = new EnumMap<>(Clock.class);
    counts.put(Clock.PROCESSOR, processorStacks);
    counts.put(Clock.WALL, wallStacks);
    counts.values().removeIf(count -> count == 0);
    return counts;
  }

  /** Returns the statistics of a file that has no records, but stacks. */
  TraceStatistics ofStacks(long stacks, long tailBytes) {
    wallStacks = stacks;
    return statistics(0, tailBytes);
  }

  TraceStatistics statistics(long passedOver, long tailBytes) {
    return new TraceStatistics(
        recordsByType(),
        bytes,
        lost[Lane.IDENTITY.number()],
        lost[Lane.SAMPLES.number()],
        passedOver + inconsistentBytes,
        unknownRecords,
        tailBytes,
        samplesByClock(),
        stacksUndecodable,
        recorder,
        sampler,
        samplerState,
        List.copyOf(engines.values()),
        heapWalk,
        ending,
        catchUps,
        detachRefusal);
  }
}
