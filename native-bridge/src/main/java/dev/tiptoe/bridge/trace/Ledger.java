// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.trace;

import dev.tiptoe.bridge.trace.RecordType.Lane;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** The running totals behind {@link TraceBooks}. Mutable, for one thread. */
final class Ledger {

  private final Map<RecordType, Long> records = new EnumMap<>(RecordType.class);
  private final long[] lastSequence = new long[Lane.values().length];
  private final long[] lost = new long[Lane.values().length];
  private long lastIdentityTime = -1;
  private long bytes;
  private long contradictingBytes;
  private long unknownRecords;
  private Optional<TraceRecorder> recorder = Optional.empty();
  private Optional<SamplerTotals> sampler = Optional.empty();
  private Optional<TraceEnding> ending = Optional.empty();

  /**
   * Whether a record may follow those before it. In the identity lane time increases strictly, and
   * the feed relies on it.
   */
  boolean follows(Lane lane, long sequence, long time) {
    return sequence > 0 && time >= 0 && (lane != Lane.IDENTITY || time > lastIdentityTime);
  }

  /** Books a whole record of either lane, and what is missing before it. */
  void found(Lane lane, long sequence, long time) {
    int index = lane.number();
    if (sequence > lastSequence[index]) {
      lost[index] += sequence - lastSequence[index] - 1;
      lastSequence[index] = sequence;
    }
    if (lane == Lane.IDENTITY) {
      lastIdentityTime = time;
    }
  }

  void told(RecordType type) {
    records.merge(type, 1L, Long::sum);
  }

  void unknown() {
    unknownRecords++;
  }

  void contradicting(int recordBytes) {
    contradictingBytes += recordBytes;
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

  void ended(TraceEnding as) {
    ending = Optional.of(as);
  }

  boolean hasEnded() {
    return ending.isPresent();
  }

  TraceBooks books(long passedOver, long tailBytes) {
    return new TraceBooks(
        records,
        bytes,
        lost[Lane.IDENTITY.number()],
        lost[Lane.SAMPLES.number()],
        passedOver + contradictingBytes,
        unknownRecords,
        tailBytes,
        recorder,
        sampler,
        ending);
  }
}
