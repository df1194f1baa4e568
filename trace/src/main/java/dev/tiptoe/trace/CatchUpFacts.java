// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.id.ModuleID;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Decodes the records about catch-up and detach, one method for each type. */
final class CatchUpFacts {

  private static final Map<Integer, CatchUp.Step> STEPS =
      Map.of(
          RecordValues.CatchUpStep.LISTED_MODULES, CatchUp.Step.MODULES,
          RecordValues.CatchUpStep.LISTED_THREADS, CatchUp.Step.THREADS,
          RecordValues.CatchUpStep.LISTED_FUNCTIONS, CatchUp.Step.FUNCTIONS,
          RecordValues.CatchUpStep.PROBED_MODULES, CatchUp.Step.PROBE);

  private CatchUpFacts() {}

  static Optional<DecodedRecord> notPublished(RecordView record) {
    ModuleID module = new ModuleID(record.i64(RecordLayout.NotPublished.MODULE_ID));
    long asOf = record.i64(RecordLayout.NotPublished.AS_OF);
    List<Token> typeDefs =
        record.list(RecordLayout.NotPublished.TYPE_DEFS, token -> new Token((int) token));
    return Optional.of(
        (at, feed, counters) ->
            typeDefs.forEach(
                typeDef -> feed.notPublished(at, Math.min(asOf, at), module, typeDef)));
  }

  static Optional<DecodedRecord> caughtUp(RecordView record) {
    CatchUp.Step step = STEPS.get(record.i32(RecordLayout.CaughtUp.STEP));
    if (step == null) {
      return Optional.empty();
    }
    CatchUp catchUp =
        new CatchUp(
            step,
            record.i32(RecordLayout.CaughtUp.RESULT),
            record.i64(RecordLayout.CaughtUp.FOUND),
            record.i64(RecordLayout.CaughtUp.LEFT_OUT),
            record.i64(RecordLayout.CaughtUp.TOOK),
            record.i64(RecordLayout.CaughtUp.LONGEST_PAUSE),
            record.string(RecordLayout.CaughtUp.REASON));
    return Optional.of((at, feed, counters) -> counters.caughtUp(catchUp));
  }

  static Optional<DecodedRecord> detachRefused(RecordView record) {
    DetachRefusal refusal =
        new DetachRefusal(
            record.i32(RecordLayout.DetachRefused.RESULT),
            record.string(RecordLayout.DetachRefused.REASON));
    return Optional.of((at, feed, counters) -> counters.detachRefused(refusal));
  }
}
