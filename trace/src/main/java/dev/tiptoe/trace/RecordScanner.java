// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import java.io.IOException;

/**
 * Finds whole records, one after the other, and skips damage between them.
 *
 * <p>A record is whole when its mark, its length and its checksum are right. Mutable, not
 * thread-safe.
 */
final class RecordScanner {

  private enum Verdict {
    WHOLE,
    DAMAGED,
    /** It may become whole when the file grows. */
    NOT_YET
  }

  /**
   * How many bytes may be checksummed without a result. In hostile bytes every mark could claim the
   * longest length, and the time would grow with the square of the size. Skipped bytes earn more,
   * so the time stays proportional to the size.
   */
  private static final long MOST_CREDIT = 64L << 20;

  private static final int CREDIT_PER_BYTE = 16;

  /**
   * How many bytes may be skipped in search of whole records, in the whole trace. A hole makes a
   * long file at no cost, and would take a reader hours.
   */
  static final long MOST_DAMAGE = 64L << 20;

  private final TraceWindow window;
  private long credit = MOST_CREDIT;
  private long damagedBytes;

  RecordScanner(TraceWindow window) {
    this.window = window;
  }

  /** Returns how many bytes were skipped. */
  long damagedBytes() {
    return damagedBytes;
  }

  /** Returns whether there was too much damage to go on. */
  boolean hasGivenUp() {
    return damagedBytes >= MOST_DAMAGE;
  }

  /** Goes back to where so many bytes had been skipped. */
  void goBack(long damaged) {
    damagedBytes = damaged;
  }

  /** Prepares for {@link #next} when the file may have grown. */
  void restart() {
    credit = MOST_CREDIT;
  }

  /**
   * Moves the window to the next whole record. Returns false when the file has none yet, or too
   * much is damaged. The bytes at the window's beginning are then a torn tail, a record that is
   * being appended, or were not examined.
   */
  boolean next() throws IOException {
    while (!hasGivenUp() && window.has(RecordLayout.HEADER_LENGTH)) {
      Verdict verdict = judge(0);
      if (verdict == Verdict.WHOLE) {
        return true;
      }
      int on = verdict == Verdict.DAMAGED ? nextMark(1) : nextWhole();
      if (on < 0) {
        return false;
      }
      passOver(on);
    }
    return false;
  }

  private Verdict judge(int at) throws IOException {
    if (window.i32(at) != RecordLayout.MARK_VALUE) {
      return Verdict.DAMAGED;
    }
    int length = window.i32(at + RecordLayout.LENGTH);
    if (length < RecordLayout.HEADER_LENGTH || length > RecordLayout.LONGEST_RECORD) {
      return Verdict.DAMAGED;
    }
    if (at == 0 ? !window.has(length) : window.available() - at < length) {
      return Verdict.NOT_YET;
    }
    if (length > credit) {
      return Verdict.DAMAGED;
    }
    int crc = window.crc32c(at + RecordLayout.LENGTH, length - RecordLayout.LENGTH);
    if (crc != window.i32(at + RecordLayout.CRC)) {
      credit -= length;
      return Verdict.DAMAGED;
    }
    return Verdict.WHOLE;
  }

  /** Returns the offset of the next mark, or of a place where one may yet begin. */
  private int nextMark(int from) {
    int last = window.available() - Integer.BYTES;
    int at = from;
    while (at <= last && window.i32(at) != RecordLayout.MARK_VALUE) {
      at++;
    }
    return at;
  }

  /**
   * Returns the offset of a whole record behind one that the file's end cuts off; negative when
   * there is none. Appends do not overlap, so such a record proves that the cut-off one will never
   * be complete: its length is wrong.
   */
  private int nextWhole() throws IOException {
    int last = window.available() - RecordLayout.HEADER_LENGTH;
    for (int at = nextMark(1); at <= last; at = nextMark(at + 1)) {
      if (judge(at) == Verdict.WHOLE) {
        return at;
      }
    }
    return -1;
  }

  private void passOver(int bytes) {
    window.advance(bytes);
    damagedBytes += bytes;
    credit = Math.min(MOST_CREDIT, credit + (long) CREDIT_PER_BYTE * bytes);
  }
}
