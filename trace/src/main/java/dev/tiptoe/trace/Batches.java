// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import java.io.IOException;

/** The batches of records up to the present end of a trace, one after the other. */
interface Batches extends AutoCloseable {

  /**
   * Returns the next batch, which is valid until the next call.
   *
   * @throws IOException when the calling thread was interrupted
   */
  RecordBatch next() throws IOException;

  @Override
  void close();

  /** Returns batches that are read by the calling thread. */
  static Batches readNow(BatchReader reader, RecordBatch batch) {
    return new Batches() {
      @Override
      public RecordBatch next() {
        reader.read(batch);
        return batch;
      }

      @Override
      public void close() {
        batch.clear();
      }
    };
  }
}
