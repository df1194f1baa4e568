// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import dev.tiptoe.resolver.id.ClassID;
import java.util.Optional;

/** Decodes the records of heap walks, one method for each type. */
final class HeapFacts {

  private HeapFacts() {}

  static Optional<DecodedRecord> instanceSeen(RecordView record) {
    ClassID id = record.classID(RecordLayout.InstanceSeen.CLASS_ID);
    long objects = record.i64(RecordLayout.InstanceSeen.OBJECTS);
    long bytes = record.i64(RecordLayout.InstanceSeen.BYTES);
    return Optional.of((at, feed, counters) -> feed.instancesCounted(at, id, objects, bytes));
  }

  static Optional<DecodedRecord> heapWalked(RecordView record) {
    HeapWalk walk =
        new HeapWalk(
            record.time(),
            HeapWalk.Shortfall.of(record.i32(RecordLayout.HeapWalked.SHORTFALLS)),
            HeapWalk.Generation.of(record.i32(RecordLayout.HeapWalked.GENERATIONS)),
            record.i64(RecordLayout.HeapWalked.OBJECTS),
            Integer.toUnsignedLong(record.i32(RecordLayout.HeapWalked.CLASSES)),
            record.i64(RecordLayout.HeapWalked.BYTES),
            record.i64(RecordLayout.HeapWalked.FREE_BYTES),
            record.i64(RecordLayout.HeapWalked.LEFT_OUT_BYTES),
            record.i64(RecordLayout.HeapWalked.WALKING),
            record.i64(RecordLayout.HeapWalked.COLLECTING));
    return Optional.of((at, feed, counters) -> counters.heapWalk(walk));
  }
}
