// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import java.io.IOException;

/**
 * Reads the whole records of a trace in batches, checks and decodes them.
 *
 * <p>What it does with a record depends on nothing but that record, so it may run ahead of the
 * feed. Mutable, not thread-safe.
 */
final class BatchReader implements AutoCloseable {

  private final TraceWindow window;
  private final RecordScanner scanner;
  private final RecordView record;

  /** Creates a reader of the records behind the header. */
  BatchReader(TraceWindow window, String file) {
    this.window = window;
    this.scanner = new RecordScanner(window);
    this.record = new RecordView(window, file);
  }

  /** Returns how many bytes of the file are not read yet. */
  long unread() throws IOException {
    return window.size() - window.start();
  }

  /** Prepares for {@link #read} when the file may have grown. */
  void restart() {
    scanner.restart();
  }

  /**
   * Goes back to a place where a record ended.
   *
   * @param damagedBytes the number of bytes that were skipped before it
   */
  void goBack(long position, long damagedBytes) {
    window.moveTo(position);
    scanner.goBack(damagedBytes);
  }

  /**
   * Fills a batch with the next records. When that fails, the batch has those before, and the
   * reason.
   */
  void read(RecordBatch batch) {
    batch.clear();
    boolean found = true;
    try {
      while (found && !batch.isFull()) {
        found = scanner.next();
        if (found) {
          batch.add(record, window.start(), scanner.damagedBytes());
          window.advance(record.length());
        }
      }
    } catch (IOException | RuntimeException | Error e) {
      found = false;
      batch.fail(e);
    }
    batch.finish(!found, window.start(), scanner.damagedBytes(), window.available());
  }

  @Override
  public void close() throws IOException {
    window.close();
  }
}
