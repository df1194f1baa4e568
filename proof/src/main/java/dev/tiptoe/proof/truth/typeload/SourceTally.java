// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.typeload;

import dev.tiptoe.proof.truth.WitnessReport;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/** The count of verdicts about the claims of one source. Mutable, not thread-safe. */
final class SourceTally {

  private static final int SHOWN = 50;

  private final Map<RecordVerdict, Long> verdicts = new EnumMap<>(RecordVerdict.class);
  private final Map<String, Long> counts = new TreeMap<>();
  private final List<String> wrongClaims = new ArrayList<>();

  void add(String kind, RecordVerdict verdict, Supplier<String> inWords) {
    verdicts.merge(verdict, 1L, Long::sum);
    count(kind + ", " + verdict.inWords(), 1);
    if (verdict == RecordVerdict.WRONG && wrongClaims.size() < SHOWN) {
      wrongClaims.add(inWords.get());
    }
  }

  void count(String what, long times) {
    counts.merge(what, times, Long::sum);
  }

  WitnessReport report(String source, Optional<Double> recall) {
    long wrong = verdicts.getOrDefault(RecordVerdict.WRONG, 0L);
    long compared = verdicts.getOrDefault(RecordVerdict.CONFIRMED, 0L) + wrong;
    Optional<Double> precision =
        compared == 0 ? Optional.empty() : Optional.of(1 - (double) wrong / compared);
    return new WitnessReport(source, compared, wrong, precision, recall, counts, wrongClaims);
  }
}
