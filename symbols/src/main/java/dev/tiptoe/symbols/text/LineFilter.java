// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Carries a stream of lines through a rewriter that runs on several threads, in order and in
 * bounded memory. Its output depends neither on the number of threads nor on how the stream
 * arrives.
 *
 * <p>The rewriter gets whole lines. A line of more bytes than the limit is passed on as it is.
 * Lines that have arrived are written as soon as no more input is available. Immutable; each call
 * of {@link #copy} has threads of its own.
 */
public final class LineFilter {

  /** Rewrites some lines. Thread-safe. */
  @FunctionalInterface
  public interface Rewriter {

    /**
     * Returns the replacement of the lines in {@code bytes} from {@code from} to {@code to}, which
     * may be the lines themselves.
     *
     * @param context where up to {@value LineFilter#CONTEXT} bytes before the lines begin
     */
    Piece rewrite(byte[] bytes, int context, int from, int to);
  }

  /** Some bytes of an array. The owner of the piece owns them until they are written. */
  public static final class Piece {

    private final byte[] bytes;
    private final int from;
    private final int to;

    /** Creates a piece, without copying. */
    public Piece(byte[] bytes, int from, int to) {
      this.bytes = bytes;
      this.from = from;
      this.to = to;
    }

    /** Returns the array, which is not copied. */
    public byte[] bytes() {
      return bytes;
    }

    /** Returns where the piece begins. */
    public int from() {
      return from;
    }

    /** Returns where it ends. */
    public int to() {
      return to;
    }
  }

  /** Where the lines are written. */
  public interface Output {

    /** Writes bytes. */
    void write(byte[] bytes, int from, int length) throws IOException;

    /** Writes what is still buffered. */
    void flush() throws IOException;
  }

  /** So many bytes before the lines are available. */
  public static final int CONTEXT = 512;

  /** The longest line that is rewritten, with its end. */
  public static final int MOST_LINE = 1 << 18;

  private static final int MOST_THREADS = 16;

  private static final class Work {

    private final byte[] buffer;
    private final Future<Piece> result;
    private final boolean isLast;

    private Work(byte[] buffer, Future<Piece> result, boolean isLast) {
      this.buffer = buffer;
      this.result = result;
      this.isLast = isLast;
    }

    private Work(byte[] buffer, Future<Piece> result) {
      this(buffer, result, false);
    }
  }

  private static final Work END =
      new Work(new byte[0], CompletableFuture.completedFuture(new Piece(new byte[0], 0, 0)), true);

  private final Rewriter rewriter;
  private final int threads;
  private final int mostLine;

  /** Creates a filter that uses all cores. */
  public LineFilter(Rewriter rewriter) {
    this(rewriter, Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors()), MOST_LINE);
  }

  LineFilter(Rewriter rewriter, int threads, int mostLine) {
    this.rewriter = rewriter;
    this.threads = threads;
    this.mostLine = mostLine;
  }

  /**
   * Copies a stream to its end. A thread of this filter reads it; the calling thread writes.
   *
   * @return the number of lines that were passed on as they are, because they are too long
   * @throws IOException when reading or writing fails
   */
  public long copy(InputStream in, Output out) throws IOException {
    ExecutorService workers = Executors.newFixedThreadPool(threads, LineFilter::daemon);
    BlockingQueue<Work> works = new LinkedBlockingQueue<>();
    BlockingQueue<byte[]> free = new ArrayBlockingQueue<>(threads + 2);
    for (int i = 0; i < threads + 2; i++) {
      free.add(new byte[CONTEXT + mostLine + 1]);
    }
    Reader lines = new Reader(in, workers, works, free);
    Thread reader = daemon(lines);
    reader.start();
    try {
      write(out, works, free);
      // The last work came behind all lines.
      return lines.longLines;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException();
    } finally {
      reader.interrupt();
      workers.shutdownNow();
    }
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "line filter");
    thread.setDaemon(true);
    return thread;
  }

  private static void write(Output out, BlockingQueue<Work> works, BlockingQueue<byte[]> free)
      throws IOException, InterruptedException {
    while (true) {
      Work work = works.poll();
      if (work == null) {
        out.flush();
        work = works.take();
      }
      if (work.isLast) {
        return;
      }
      Piece piece = result(work.result);
      out.write(piece.bytes(), piece.from(), piece.to() - piece.from());
      if (work.buffer.length > 0) {
        free.add(work.buffer);
      }
    }
  }

  private static Piece result(Future<Piece> result) throws IOException, InterruptedException {
    try {
      return result.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException problem) {
        throw problem;
      }
      if (e.getCause() instanceof RuntimeException problem) {
        throw problem;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  /** Reads the stream and cuts it at the ends of lines. For one thread. */
  private final class Reader implements Runnable {

    private final InputStream in;
    private final ExecutorService workers;
    private final BlockingQueue<Work> works;
    private final BlockingQueue<byte[]> free;

    private byte[] buffer = new byte[0];
    private int from;
    private int to;
    private int context;
    private boolean inLongLine;
    private long longLines;

    private Reader(
        InputStream in,
        ExecutorService workers,
        BlockingQueue<Work> works,
        BlockingQueue<byte[]> free) {
      this.in = in;
      this.workers = workers;
      this.works = works;
      this.free = free;
    }

    @Override
    public void run() {
      try {
        readAll();
        works.add(END);
      } catch (InterruptedException e) {
        // The writer has ended.
      } catch (IOException | RuntimeException | Error e) {
        // Whatever it is, the writer must not wait for more.
        works.add(new Work(new byte[0], CompletableFuture.failedFuture(e)));
      }
    }

    private void readAll() throws IOException, InterruptedException {
      buffer = free.take();
      from = CONTEXT;
      to = CONTEXT;
      context = CONTEXT;
      while (true) {
        // One byte more than the limit shows that a line is too long.
        int whole = from + mostLine + 1;
        int read = in.read(buffer, to, whole - to);
        if (read < 0) {
          submit(to, inLongLine);
          return;
        }
        to += read;
        if (inLongLine) {
          leaveLongLine();
        }
        boolean full = to == whole;
        if (full || in.available() <= 0) {
          int end = lastEnd();
          if (end > from) {
            submit(end, false);
          } else if (full) {
            inLongLine = buffer[to - 1] != '\n';
            longLines++;
            submit(to, true);
          }
        }
      }
    }

    /** Passes on what has arrived of a long line; behind its end are others. */
    private void leaveLongLine() throws InterruptedException {
      int end = from;
      while (end < to && inLongLine) {
        inLongLine = buffer[end++] != '\n';
      }
      submit(end, true);
    }

    /** Returns where the last whole line within the limit ends; {@code from} where none does. */
    private int lastEnd() {
      int end = Math.min(to, from + mostLine);
      while (end > from && buffer[end - 1] != '\n') {
        end--;
      }
      return end;
    }

    /** Hands over what is before {@code end}; the rest moves to another buffer. */
    private void submit(int end, boolean asItIs) throws InterruptedException {
      if (end == from) {
        return;
      }
      byte[] full = buffer;
      int first = from;
      int before = context;
      buffer = free.take();
      int kept = Math.min(CONTEXT, end - before);
      System.arraycopy(full, end - kept, buffer, CONTEXT - kept, kept + to - end);
      context = CONTEXT - kept;
      from = CONTEXT;
      to = CONTEXT + to - end;
      works.add(
          new Work(
              full,
              asItIs
                  ? CompletableFuture.completedFuture(new Piece(full, first, end))
                  : workers.submit(() -> rewriter.rewrite(full, before, first, end))));
    }
  }
}
