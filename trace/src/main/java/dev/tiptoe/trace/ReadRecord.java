// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import dev.tiptoe.trace.RecordType.Lane;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A whole record that was read and decoded, but not passed on yet. Mutable, not thread-safe: the
 * object is used again for the next record.
 */
final class ReadRecord {

  private static final List<Lane> LANES = List.of(Lane.values());

  private long end;
  private long damagedBefore;
  private int length;
  private @Nullable Lane lane;
  private long sequence;
  private long time;
  private @Nullable RecordType type;
  private @Nullable DecodedRecord fact;
  private boolean consistent;

  /**
   * Decodes the record in a view.
   *
   * @param start where it begins in the file
   * @param damaged the number of bytes that were skipped before it, since the file's beginning
   */
  void read(RecordView record, long start, long damaged) {
    length = record.length();
    end = start + length;
    damagedBefore = damaged;
    sequence = record.sequence();
    time = record.time();
    lane = record.lane() < LANES.size() ? LANES.get(record.lane()) : null;
    type = lane == null ? null : RecordType.of(record.type(), lane).orElse(null);
    fact = null;
    consistent = true;
    if (type != null) {
      try {
        fact = type.decode(record).orElse(null);
      } catch (TraceFormatException e) {
        consistent = false;
      }
    }
  }

  /** Lets go of the fact. */
  void forget() {
    fact = null;
  }

  /** Returns the offset behind it. */
  long end() {
    return end;
  }

  /** Returns how many bytes were skipped before it, since the file's beginning. */
  long damagedBefore() {
    return damagedBefore;
  }

  int length() {
    return length;
  }

  /** Returns its lane; null for one of a newer writer. */
  @Nullable Lane lane() {
    return lane;
  }

  long sequence() {
    return sequence;
  }

  long time() {
    return time;
  }

  /** Returns whether its fields are consistent. */
  boolean isConsistent() {
    return consistent;
  }

  /** Returns its type, if this reader knows that and its values; else null. */
  @Nullable RecordType type() {
    return fact == null ? null : type;
  }

  /** Returns its contents, under the same condition. */
  @Nullable DecodedRecord fact() {
    return fact;
  }
}
