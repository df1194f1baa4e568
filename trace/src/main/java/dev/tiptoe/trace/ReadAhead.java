// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * Reads batches on a thread of its own, a few ahead of the thread that passes their facts on.
 *
 * <p>For one thread, which gets the batches in order; an exception of the reading thread reaches it
 * behind them. The reading thread is never interrupted, because that would close the file. It has
 * ended when {@link #close} returns.
 */
final class ReadAhead implements Batches {

  private static final int BATCHES = 4;

  private final BatchReader reader;
  private final BlockingQueue<RecordBatch> read = new ArrayBlockingQueue<>(BATCHES + 1);
  private final BlockingQueue<RecordBatch> done = new ArrayBlockingQueue<>(BATCHES + 1);

  /** Wakes either thread at the end, so both queues have room for it beside all others. */
  private final RecordBatch last = new RecordBatch();

  private final Thread thread = new Thread(null, this::read, "tiptoe-trace-reader", 0, false);
  private volatile boolean closed;

  private @Nullable RecordBatch current;

  /** Begins to read. */
  ReadAhead(BatchReader reader) {
    this.reader = reader;
    for (int i = 0; i < BATCHES; i++) {
      done.add(new RecordBatch());
    }
    thread.setDaemon(true);
    thread.start();
  }

  private void read() {
    try {
      readToEnd();
    } catch (InterruptedException e) {
      last.fail(new InterruptedIOException());
      read.add(last);
    } catch (RuntimeException | Error e) {
      last.fail(e);
      read.add(last);
    }
  }

  private void readToEnd() throws InterruptedException {
    boolean more = true;
    while (more) {
      RecordBatch batch = done.take();
      more = !closed;
      if (more) {
        reader.read(batch);
        more = !batch.isLast();
        read.add(batch);
      }
    }
  }

  @Override
  public RecordBatch next() throws IOException {
    if (current != null) {
      done.add(current);
      current = null;
    }
    try {
      current = read.take();
      return current;
    } catch (InterruptedException e) {
      // The same as when a thread is interrupted that reads a file itself.
      Thread.currentThread().interrupt();
      reader.close();
      throw new ClosedByInterruptException();
    }
  }

  @Override
  public void close() {
    closed = true;
    done.add(last);
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
