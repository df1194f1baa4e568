// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import dev.tiptoe.resolver.map.Interval;

/**
 * The time between two ends of an ID's meaning. Facts of other times are irrelevant for the
 * meanings in it.
 *
 * @param after the end before it, or {@link #BEGINNING}; other facts of that time are in the span
 * @param until the end that closes it, or {@link Interval#OPEN}; other facts of that time are not
 */
record Span(long after, long until) {

  /** Stands for the time before all facts. */
  static final long BEGINNING = Long.MIN_VALUE;

  static final Span ALL = new Span(BEGINNING, Interval.OPEN);

  /** Whether the span has a claim. */
  boolean has(Claim<?> claim) {
    return claim.isUnload()
        ? (after == BEGINNING || after < claim.at()) && claim.at() <= until
        : after <= claim.at() && (until == Interval.OPEN || claim.at() < until);
  }

  /** Whether an interval has a time in common with the span, or ends or begins where it does. */
  boolean touches(Interval interval) {
    return interval.from() <= until && after <= interval.to();
  }
}
