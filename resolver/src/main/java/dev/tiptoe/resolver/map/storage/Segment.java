// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import dev.tiptoe.resolver.map.Interval;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A part of an ID's history, from one end of its meaning to the next: the rows in it, and those
 * around it. Rows are oldest first. Used by the writer only.
 *
 * <p>The end of a meaning that another fact disputes does not close a segment.
 */
final class Segment {

  private final Span span;
  private final int older;
  private final List<Integer> rows;
  private final List<Integer> newer;

  private Segment(Span span, int older, List<Integer> rows, List<Integer> newer) {
    this.span = span;
    this.older = older;
    this.rows = rows;
    this.newer = newer;
  }

  /** The segment of a time. */
  static Segment of(long id, long at, IdTable ids, Claims<?> claims) {
    long after = claims.unloadBy(id, at);
    long until = claims.unloadAfter(id, at);
    List<Integer> rows = new ArrayList<>(2);
    List<Integer> newer = new ArrayList<>(2);
    int row = ids.newestOf(id);
    for (; row != Pages.NONE && !isBefore(row, at, after, ids); row = ids.previous(row)) {
      long to = ids.to(row);
      if (ids.from(row) >= until) {
        newer.add(row);
      } else {
        if (!ids.isContested(row) && to < Interval.OPEN && to <= until) {
          until = to;
          newer.addAll(rows);
          rows.clear();
        }
        rows.add(row);
      }
    }
    if (row != Pages.NONE && !ids.isContested(row)) {
      after = Math.max(after, ids.to(row));
    }
    Collections.reverse(rows);
    Collections.reverse(newer);
    return new Segment(new Span(after, until), row, rows, newer);
  }

  private static boolean isBefore(int row, long at, long after, IdTable ids) {
    return ids.isContested(row) ? ids.from(row) < after : ids.to(row) <= at;
  }

  /** This segment and the next. */
  Segment longer(long id, IdTable ids, Claims<?> claims) {
    if (span.until() == Interval.OPEN) {
      return this;
    }
    long until = claims.unloadAfter(id, span.until());
    int count = 0;
    while (count < newer.size() && ids.from(newer.get(count)) < until) {
      int row = newer.get(count++);
      if (!ids.isContested(row)) {
        until = Math.min(until, ids.to(row));
        break;
      }
    }
    List<Integer> more = new ArrayList<>(rows);
    more.addAll(newer.subList(0, count));
    List<Integer> rest = newer.subList(count, newer.size());
    return new Segment(new Span(span.after(), until), older, more, rest);
  }

  Span span() {
    return span;
  }

  /** The row before those of the segment, or {@link Pages#NONE}. */
  int older() {
    return older;
  }

  int[] rows() {
    return rows.stream().mapToInt(Integer::intValue).toArray();
  }

  int[] newer() {
    return newer.stream().mapToInt(Integer::intValue).toArray();
  }
}
