// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * Records of a fixed number of longs, appended by one thread and read by any number, in pages that
 * never move.
 *
 * <p>Since a page never moves, a change to a record is seen by every reader, whatever page
 * directory it has. A reader must have got a record's number through an acquiring read of something
 * that was released after the record was filled; then it sees the directory, the page and the
 * record.
 */
final class Pages {

  /** Stands for no record. */
  static final int NONE = 0;

  private static final int SHIFT = 10;
  private static final int RECORDS = 1 << SHIFT;
  private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

  private final int stride;
  private long[][] directory = new long[1][];
  private int last = NONE;

  Pages(int stride) {
    this.stride = stride;
  }

  /** A new record of zeros, for the writer to fill and then to publish; the first is 1. */
  int append() {
    int record = Math.incrementExact(last);
    int page = record >>> SHIFT;
    if (page == directory.length) {
      directory = Arrays.copyOf(directory, page * 2);
    }
    if (directory[page] == null) {
      directory[page] = new long[RECORDS * stride];
    }
    last = record;
    return record;
  }

  /** The newest record, or {@link #NONE}; for the writer alone. */
  int last() {
    return last;
  }

  /** A word that does not change once it is published, or any word on the writer's side. */
  long get(int record, int word) {
    return directory[record >>> SHIFT][offset(record, word)];
  }

  /** Fills a word of a record that is not published yet. */
  void set(int record, int word, long value) {
    directory[record >>> SHIFT][offset(record, word)] = value;
  }

  /** A word that may change: what was written before its newest value is seen too. */
  long getAcquire(int record, int word) {
    return (long) WORD.getAcquire(directory[record >>> SHIFT], offset(record, word));
  }

  /** Changes a word of a published record, and publishes what was written before. */
  void setRelease(int record, int word, long value) {
    WORD.setRelease(directory[record >>> SHIFT], offset(record, word), value);
  }

  /** The number of the page that a record is on, from 0. */
  static int page(int record) {
    return record >>> SHIFT;
  }

  private int offset(int record, int word) {
    return (record & (RECORDS - 1)) * stride + word;
  }
}
