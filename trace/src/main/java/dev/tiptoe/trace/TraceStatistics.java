// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The statistics of what was read from a trace so far. Immutable.
 *
 * @param records whole records by type; a type that was not met is absent
 * @param bytes of the header and all whole records
 * @param identityLost records missing in the identity lane's sequence
 * @param samplesLost records missing in the sample lane's sequence
 * @param damagedBytes bytes that were passed over, and those of records that are inconsistent
 * @param unknownRecords whole records of a type, or with a value, that this reader does not know
 * @param tailBytes bytes behind the last whole record
 * @param stacks stacks of threads that were told
 * @param undecodableStacks stacks that were not, because what they are was lost or damaged
 * @param recorder the agent; empty before its first record
 * @param sampler the sampler's totals; empty before its first record
 * @param samplerState how it is set and what it achieves; empty before its first record
 * @param heapWalk the newest walk over the heap; empty before the first
 * @param ending what the agent said at the end; empty while the trace grows, and for ever when it
 *     was cut off
 * @param catchUps how the agent caught up with what was there before it, step by step: the newest
 *     16
 * @param detachRefusal why the agent could not leave when it was last asked to; empty when it was
 *     not, or left
 */
public record TraceStatistics(
    Map<RecordType, Long> records,
    long bytes,
    long identityLost,
    long samplesLost,
    long damagedBytes,
    long unknownRecords,
    long tailBytes,
    long stacks,
    long undecodableStacks,
    Optional<TraceRecorder> recorder,
    Optional<SamplerTotals> sampler,
    Optional<SamplerState> samplerState,
    Optional<HeapWalk> heapWalk,
    Optional<TraceEnding> ending,
    List<CatchUp> catchUps,
    Optional<DetachRefusal> detachRefusal) {

  /** Copies the collections. */
  public TraceStatistics {
    records = Map.copyOf(records);
    catchUps = List.copyOf(catchUps);
  }

  /** How many records of this type were found. */
  public long count(RecordType type) {
    return records.getOrDefault(type, 0L);
  }

  /** How many records were found, of known types and unknown ones. */
  public long totalRecords() {
    return records.values().stream().mapToLong(Long::longValue).sum() + unknownRecords;
  }
}
