// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.sacrifice;

import dev.tiptoe.proof.truth.WitnessReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The count of verdicts about one kind of claims. Mutable, not thread-safe. */
final class ClaimTally {

  private static final int SHOWN = 20;

  private final String source;
  private final boolean ofAll;
  private long compared;
  private long wrong;
  private long missed;
  private final Map<String, Long> counts = new TreeMap<>();
  private final List<String> wrongClaims = new ArrayList<>();

  private ClaimTally(String source, boolean ofAll) {
    this.source = source;
    this.ofAll = ofAll;
  }

  /** Returns a count of what is claimed. */
  static ClaimTally ofClaims(String source) {
    return new ClaimTally(source, false);
  }

  /** Returns a count of everything that could be claimed, which gives the recall. */
  static ClaimTally ofAll(String source) {
    return new ClaimTally(source, true);
  }

  void add(ClaimVerdict verdict) {
    if (verdict instanceof ClaimVerdict.Unasked unasked) {
      unasked(unasked.reason(), 1);
    } else if (verdict instanceof ClaimVerdict.Unclaimed unclaimed) {
      count("nothing claimed: " + unclaimed.reason(), 1);
    } else if (verdict instanceof ClaimVerdict.Missed truth) {
      missed++;
      count("missed: " + truth.what(), 1);
    } else if (verdict instanceof ClaimVerdict.Wrong denial) {
      wrong(denial.how());
    } else if (verdict instanceof ClaimVerdict.True confirmed) {
      compared++;
      count("confirmed: " + confirmed.what(), 1);
    }
  }

  void wrong(String how) {
    compared++;
    wrong++;
    if (wrongClaims.size() < SHOWN) {
      wrongClaims.add(how);
    }
  }

  void unasked(String reason, long times) {
    count("not asked: " + reason, times);
  }

  void count(String what, long times) {
    if (times != 0) {
      counts.merge(what, times, Long::sum);
    }
  }

  WitnessReport report() {
    return new WitnessReport(
        source,
        compared,
        wrong,
        share(compared - wrong, compared),
        ofAll ? share(compared - wrong, compared - wrong + missed) : Optional.empty(),
        counts,
        wrongClaims);
  }

  private static Optional<Double> share(long part, long whole) {
    return whole == 0 ? Optional.empty() : Optional.of((double) part / whole);
  }
}
