// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import java.util.Arrays;

/**
 * Rows of 32 bytes, each a meaning that an ID had. One writer, any number of readers.
 *
 * <pre>
 *   0 id | 1 state, see RowState | 2 related | 3 since 32, newest note 32
 * </pre>
 *
 * <p><i>Since</i> is the time from the beginning of the page's first row to that of this one; where
 * that is too long for 32 bits, or below 0, a note has the beginning. Rows are appended in the
 * order in which they came.
 *
 * <p>A row is filled, then published by its owner; only its state, related word and newest note
 * change afterwards; the beginning too, by an earlier fact that comes late.
 */
final class Rows {

  private static final int ID = 0;
  private static final int STATE = 1;
  private static final int RELATED = 2;
  private static final int SINCE_AND_NOTE = 3;

  private static final long LATE = 0xffff_ffffL;

  private final Pages words = new Pages(4);
  private final NoteLists notes = new NoteLists();

  /** When the first row of each page began. */
  private long[] began = new long[1];

  // ---- writing

  /** A new row, for the writer to publish. */
  int append(long id, long from, long state, long related) {
    int row = words.append();
    long since = since(row, from);
    words.set(row, ID, id);
    words.set(row, STATE, state);
    words.set(row, RELATED, related);
    words.set(row, SINCE_AND_NOTE, since << Integer.SIZE);
    if (since == LATE) {
      note(row, NoteLists.FROM, from);
    }
    return row;
  }

  private long since(int row, long from) {
    int page = Pages.page(row);
    if (page == began.length) {
      began = Arrays.copyOf(began, page * 2);
    }
    if (row == 1 || Pages.page(row - 1) != page) {
      began[page] = from;
    }
    long since = from - began[page];
    return since >= 0 && since < LATE ? since : LATE;
  }

  /** Adds a note. A reader that sees anything written afterwards also sees the note. */
  void note(int row, int kind, long value) {
    long word = words.get(row, SINCE_AND_NOTE);
    int note = notes.push(kind, value, (int) word);
    words.setRelease(row, SINCE_AND_NOTE, (word >>> Integer.SIZE) << Integer.SIZE | note);
  }

  /** Makes a row begin at another time. */
  void setFrom(int row, long from) {
    if (from == from(row)) {
      return;
    }
    int known = notes.find(newestNote(row), NoteLists.FROM);
    if (known != Pages.NONE) {
      notes.setValue(known, from);
      return;
    }
    note(row, NoteLists.FROM, from);
    long word = words.get(row, SINCE_AND_NOTE);
    words.setRelease(row, SINCE_AND_NOTE, LATE << Integer.SIZE | (word & LATE));
  }

  void setState(int row, long state) {
    words.setRelease(row, STATE, state);
  }

  void setRelated(int row, long related) {
    words.setRelease(row, RELATED, related);
  }

  // ---- reading

  NoteLists notes() {
    return notes;
  }

  long id(int row) {
    return words.get(row, ID);
  }

  long state(int row) {
    return words.getAcquire(row, STATE);
  }

  long related(int row) {
    return words.getAcquire(row, RELATED);
  }

  long from(int row) {
    long since = words.get(row, SINCE_AND_NOTE) >>> Integer.SIZE;
    return since == LATE ? noteValue(row, NoteLists.FROM, 0) : began[Pages.page(row)] + since;
  }

  int newestNote(int row) {
    return (int) words.getAcquire(row, SINCE_AND_NOTE);
  }

  /** Returns the value of the newest note of a kind, or the given value if there is none. */
  long noteValue(int row, int kind, long otherwise) {
    int note = notes.find(newestNote(row), kind);
    return note == Pages.NONE ? otherwise : notes.value(note);
  }
}
