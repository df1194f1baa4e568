// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import dev.tiptoe.resolver.feed.AddressSample.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The statistics of what was read from a trace so far. Immutable.
 *
 * @param records the number of whole records by type; a type without records is absent
 * @param bytes the size of the header and all whole records
 * @param identityLost the number of records missing in the identity lane's sequence
 * @param samplesLost the number of records missing in the sample lane's sequence
 * @param damagedBytes the number of bytes that were skipped, and those of inconsistent records
 * @param unknownRecords the number of whole records of a type, or with a value, that this reader
 *     does not know
 * @param tailBytes the number of bytes behind the last whole record
 * @param samples the number of stacks that were passed on, by the time that they represent; a clock
 *     without any is absent
 * @param undecodableStacks the number of stacks that were not, because their definition was lost or
 *     damaged
 * @param recorder the agent; empty before its first record
 * @param sampler the sampler's totals; empty before its first record
 * @param samplerState the sampler's settings and results; empty before its first record
 * @param engines the ways in which samples of running threads were taken, or why not; empty before
 *     the first record
 * @param heapWalk the newest walk over the heap; empty before the first
 * @param ending the end record; empty while the trace grows, and for ever when it was cut off
 * @param catchUps the steps of the agent's catch-up: the newest 16
 * @param detachRefusal why the agent could not detach at the last request; empty when there was
 *     none, or it detached
 */
public record TraceStatistics(
    Map<RecordType, Long> records,
    long bytes,
    long identityLost,
    long samplesLost,
    long damagedBytes,
    long unknownRecords,
    long tailBytes,
    Map<Clock, Long> samples,
    long undecodableStacks,
    Optional<TraceRecorder> recorder,
    Optional<SamplerTotals> sampler,
    Optional<SamplerState> samplerState,
    List<EngineState> engines,
    Optional<HeapWalk> heapWalk,
    Optional<TraceEnding> ending,
    List<CatchUp> catchUps,
    Optional<DetachRefusal> detachRefusal) {

  /** Copies the collections. */
  public TraceStatistics {
    records = Map.copyOf(records);
    samples = Map.copyOf(samples);
    engines = List.copyOf(engines);
    catchUps = List.copyOf(catchUps);
  }

  /** Returns the number of records of this type. */
  public long count(RecordType type) {
    return records.getOrDefault(type, 0L);
  }

  /** Returns the number of stacks that were passed on. */
  public long stacks() {
    return samples.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Returns the number of those that represent a time of this clock. */
  public long stacks(Clock clock) {
    return samples.getOrDefault(clock, 0L);
  }

  /** Returns the number of records, of known types and unknown ones. */
  public long totalRecords() {
    return records.values().stream().mapToLong(Long::longValue).sum() + unknownRecords;
  }
}
