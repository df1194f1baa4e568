// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.trace;

import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ThreadID;
import java.util.List;
import java.util.Optional;

/** What the records of the sample lane say, one method for each type. */
final class SampleFacts {

  private static final int TRUNCATED = 1;

  private SampleFacts() {}

  static Optional<Fact> stackSample(RecordView record) {
    ThreadID thread = new ThreadID(record.i64(RecordLayout.StackSample.THREAD_ID));
    boolean truncated = (record.i32(RecordLayout.StackSample.FLAGS) & TRUNCATED) != 0;
    List<FunctionID> frames = record.list(RecordLayout.StackSample.FRAMES, FunctionID::new);
    return Optional.of((at, feed, ledger) -> feed.stackSampled(at, thread, frames, truncated));
  }

  static Optional<Fact> samplerBooks(RecordView record) {
    SamplerTotals totals =
        new SamplerTotals(
            record.i64(RecordLayout.SamplerBooks.ROUNDS),
            record.i64(RecordLayout.SamplerBooks.STACKS),
            record.i64(RecordLayout.SamplerBooks.FAILED_WALKS),
            record.i64(RecordLayout.SamplerBooks.REFUSED_SUSPENSIONS),
            record.i64(RecordLayout.SamplerBooks.DROPPED_SAMPLES),
            record.i64(RecordLayout.SamplerBooks.STOPPED_TOTAL),
            record.i64(RecordLayout.SamplerBooks.STOPPED_LONGEST),
            record.i64(RecordLayout.SamplerBooks.SUSPENDING_TOTAL),
            record.i64(RecordLayout.SamplerBooks.SUSPENDING_LONGEST));
    return Optional.of((at, feed, ledger) -> ledger.sampler(totals));
  }
}
