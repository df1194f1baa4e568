// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.spark.source;

import java.io.Serializable;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.util.DateTimeUtils;
import org.apache.spark.sql.sources.EqualTo;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.sources.GreaterThan;
import org.apache.spark.sql.sources.GreaterThanOrEqual;
import org.apache.spark.sql.sources.In;
import org.apache.spark.sql.sources.IsNotNull;
import org.apache.spark.sql.sources.LessThan;
import org.apache.spark.sql.sources.LessThanOrEqual;

/**
 * The rows that a query needs: of some files, and of some time. Immutable.
 *
 * @param isOfSome whether only some files are wanted
 * @param sources the numbers of these files
 * @param at the limits of the column {@code at}
 * @param time the limits of the column {@code time}, in microseconds since 1970
 * @param isTimed whether a row needs a value in the column {@code time}
 */
record Wanted(boolean isOfSome, Set<Long> sources, Limits at, Limits time, boolean isTimed)
    implements Serializable {

  static final Wanted ALL = new Wanted(false, Set.of(), Limits.NONE, Limits.NONE, false);

  private static final String SOURCE = "source";
  private static final String ELAPSED = "elapsed";
  private static final String TIME = "time";

  /** Limits that are within. */
  record Limits(long from, long to) implements Serializable {

    static final Limits NONE = new Limits(Long.MIN_VALUE, Long.MAX_VALUE);
    private static final Limits EMPTY = new Limits(0, -1);

    boolean has(long value) {
      return from <= value && value <= to;
    }

    private Limits and(long newFrom, long newTo) {
      return new Limits(Math.max(from, newFrom), Math.min(to, newTo));
    }
  }

  /** A comparison of a column with a number: the values that fulfil it. */
  private record Comparison(String column, Limits limits) {}

  /** Returns what also fulfils a condition; empty if Spark has to see to it. */
  Optional<Wanted> and(Filter filter, ProfileTable<?> table) {
    if (filter instanceof IsNotNull some && table.has(some.attribute())) {
      return switch (some.attribute()) {
        case SOURCE, ELAPSED -> Optional.of(this);
        case TIME -> Optional.of(new Wanted(isOfSome, sources, at, time, true));
        default -> Optional.empty();
      };
    }
    if (filter instanceof EqualTo equal && equal.attribute().equals(SOURCE)) {
      return Optional.of(ofSources(Stream.of(equal.value())));
    }
    if (filter instanceof In in && in.attribute().equals(SOURCE)) {
      return Optional.of(ofSources(Stream.of(in.values())));
    }
    return comparison(filter).filter(found -> table.has(found.column())).map(this::and);
  }

  private Wanted ofSources(Stream<Object> values) {
    Set<Long> some =
        values
            .filter(Long.class::isInstance)
            .map(Long.class::cast)
            .filter(this::hasSource)
            .collect(Collectors.toUnmodifiableSet());
    return new Wanted(true, some, at, time, isTimed);
  }

  private Wanted and(Comparison comparison) {
    Limits limits = comparison.limits();
    return comparison.column().equals(ELAPSED)
        ? new Wanted(isOfSome, sources, at.and(limits.from(), limits.to()), time, isTimed)
        : new Wanted(isOfSome, sources, at, time.and(limits.from(), limits.to()), true);
  }

  private static Optional<Comparison> comparison(Filter filter) {
    if (filter instanceof GreaterThan it) {
      return comparison(it.attribute(), it.value())
          .map(
              value ->
                  value == Long.MAX_VALUE ? Limits.EMPTY : new Limits(value + 1, Long.MAX_VALUE))
          .map(limits -> new Comparison(it.attribute(), limits));
    }
    if (filter instanceof GreaterThanOrEqual it) {
      return comparison(it.attribute(), it.value())
          .map(value -> new Comparison(it.attribute(), new Limits(value, Long.MAX_VALUE)));
    }
    if (filter instanceof LessThan it) {
      return comparison(it.attribute(), it.value())
          .map(
              value ->
                  value == Long.MIN_VALUE ? Limits.EMPTY : new Limits(Long.MIN_VALUE, value - 1))
          .map(limits -> new Comparison(it.attribute(), limits));
    }
    if (filter instanceof LessThanOrEqual it) {
      return comparison(it.attribute(), it.value())
          .map(value -> new Comparison(it.attribute(), new Limits(Long.MIN_VALUE, value)));
    }
    if (filter instanceof EqualTo it) {
      return comparison(it.attribute(), it.value())
          .map(value -> new Comparison(it.attribute(), new Limits(value, value)));
    }
    return Optional.empty();
  }

  /** Returns the number that a column is compared with, if it is one of ours. */
  private static Optional<Long> comparison(String column, Object value) {
    if (column.equals(ELAPSED) && value instanceof Long nanos) {
      return Optional.of(nanos);
    }
    if (column.equals(TIME) && value instanceof Timestamp stamp) {
      return Optional.of(DateTimeUtils.fromJavaTimestamp(stamp));
    }
    return column.equals(TIME) && value instanceof Instant instant
        ? Optional.of(DateTimeUtils.instantToMicros(instant))
        : Optional.empty();
  }

  boolean hasSource(long source) {
    return !isOfSome || sources.contains(source);
  }

  /** Returns whether a sample is wanted. */
  boolean hasTime(long nanos, OptionalLong micros) {
    return at.has(nanos) && (micros.isPresent() ? time.has(micros.getAsLong()) : !isTimed);
  }
}
