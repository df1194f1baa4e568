// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.witness.sacrifice;

import dev.tiptoe.cli.witness.Testimony;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The count of verdicts about one kind of claims. Mutable, for one thread. */
final class Tally {

  private static final int TOLD = 20;

  private final String source;
  private long compared;
  private long wrong;
  private long missed;
  private final Map<String, Long> counts = new TreeMap<>();
  private final List<String> contradictions = new ArrayList<>();

  Tally(String source) {
    this.source = source;
  }

  void add(Verdict verdict) {
    if (verdict instanceof Verdict.Unasked unasked) {
      unasked(unasked.why(), 1);
    } else if (verdict instanceof Verdict.Unclaimed unclaimed) {
      count("nothing claimed: " + unclaimed.why(), 1);
    } else if (verdict instanceof Verdict.Missed truth) {
      missed++;
      count("missed: " + truth.what(), 1);
    } else if (verdict instanceof Verdict.Wrong denial) {
      compared++;
      wrong(denial.how());
    } else if (verdict instanceof Verdict.True confirmed) {
      compared++;
      count("confirmed: " + confirmed.what(), 1);
    }
  }

  void wrong(String how) {
    wrong++;
    if (contradictions.size() < TOLD) {
      contradictions.add(how);
    }
  }

  void unasked(String why, long times) {
    count("not asked: " + why, times);
  }

  void count(String what, long times) {
    if (times != 0) {
      counts.merge(what, times, Long::sum);
    }
  }

  Testimony testimony() {
    return new Testimony(
        source,
        compared,
        wrong,
        compared == 0 ? Optional.empty() : Optional.of(share(compared - wrong, compared)),
        missed == 0
            ? Optional.empty()
            : Optional.of(share(compared - wrong, compared - wrong + missed)),
        counts,
        contradictions);
  }

  private static double share(long part, long whole) {
    return (double) part / whole;
  }
}
