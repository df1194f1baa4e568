// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Records that were read but not passed on yet, in the order of the file, and how far the trace was
 * read. Mutable, not thread-safe.
 */
final class RecordBatch {

  /** Enough that handing them to another thread costs little, few enough for a near cache. */
  private static final int MOST_RECORDS = 1024;

  private static final int MOST_BYTES = 256 << 10;

  /** The records of the batch, and behind them others that are used again. */
  private final List<ReadRecord> records = new ArrayList<>();

  private int size;
  private int bytes;
  private boolean last;
  private long position;
  private long damagedBytes;
  private int tailBytes;
  private @Nullable Throwable failure;

  /** Empties the batch. */
  void clear() {
    for (int i = 0; i < size; i++) {
      records.get(i).forget();
    }
    size = 0;
    bytes = 0;
    failure = null;
  }

  boolean isFull() {
    return size >= MOST_RECORDS || bytes >= MOST_BYTES;
  }

  /** Adds the record in a view; the parameters are those of {@link ReadRecord#read}. */
  void add(RecordView record, long start, long damaged) {
    if (size == records.size()) {
      records.add(new ReadRecord());
    }
    ReadRecord next = records.get(size);
    next.read(record, start, damaged);
    size++;
    bytes += next.length();
  }

  /**
   * Says how far the trace was read.
   *
   * @param isLast whether there is no other whole record yet
   * @param at where reading goes on
   * @param damaged the number of bytes that were skipped, since the file's beginning
   * @param tail the number of bytes from there on that were read already
   */
  void finish(boolean isLast, long at, long damaged, int tail) {
    last = isLast;
    position = at;
    damagedBytes = damaged;
    tailBytes = tail;
  }

  /** Says that nothing more can be read, and why. */
  void fail(Throwable reason) {
    failure = reason;
  }

  /** Throws the reason why nothing more can be read, if there is one. */
  void requireRead() throws IOException {
    if (failure instanceof IOException e) {
      throw e;
    }
    if (failure instanceof RuntimeException e) {
      throw e;
    }
    if (failure instanceof Error e) {
      throw e;
    }
  }

  int size() {
    return size;
  }

  ReadRecord record(int index) {
    return records.get(index);
  }

  boolean isLast() {
    return last;
  }

  long position() {
    return position;
  }

  long damagedBytes() {
    return damagedBytes;
  }

  int tailBytes() {
    return tailBytes;
  }
}
