// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import dev.tiptoe.resolver.feed.Coverage;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.trace.RecordType.Lane;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.EnumSet;
import java.util.function.LongConsumer;

/**
 * Reads a trace, finished or growing, from its beginning to its present end, and then on from
 * there.
 *
 * <p>One {@link #poll} reads a finished trace; repeated calls follow a growing one. Damage and
 * records of newer writers are skipped and counted; a torn tail is read when the rest of it has
 * been appended. After 64 MiB of damage in total nothing more is read. For any input, memory is
 * bounded by the longest record (1 MiB) and time by the file's length.
 *
 * <p>Mutable, not thread-safe. Holds an open file, a buffer of 64 KiB to 2 MiB and up to a thousand
 * decoded records, four thousand while a large trace is read, until it is closed.
 */
public final class TraceReader implements AutoCloseable {

  /** After a hole the absence of a fact proves nothing any more. */
  private static final Coverage HOLE =
      new Coverage(
          EnumSet.allOf(Coverage.Kind.class),
          Coverage.State.ENDED,
          "identity records are missing or damaged");

  /** The number of unread bytes from which a second thread is worth its start. */
  private static final long MANY = 16L << 20;

  private final TraceHeader header;
  private final long many;
  private final BatchReader reader;
  private final RecordBatch batch = new RecordBatch();
  private final TraceCounters counters = new TraceCounters();

  /** The end of the last record that was passed on. */
  private long position;

  private long damagedBytes;
  private long tailBytes;

  private TraceReader(String file, TraceWindow window, long many) throws IOException {
    this.many = many;
    this.header = TraceHeader.read(window, file);
    this.reader = new BatchReader(window, file);
    counters.whole(header.length());
    window.advance(header.length());
    position = window.start();
  }

  /**
   * Opens a trace and reads its header.
   *
   * @throws IOException when the file cannot be read
   * @throws TraceFormatException when it is not a trace, or has a major version that this reader
   *     does not know
   */
  public static TraceReader open(Path path) throws IOException {
    return open(path, Runtime.getRuntime().availableProcessors() > 1 ? MANY : Long.MAX_VALUE);
  }

  /** Does the same; another thread reads ahead where at least {@code many} bytes are unread. */
  static TraceReader open(Path path, long many) throws IOException {
    if (Files.exists(path) && !Files.isRegularFile(path)) {
      // Opening a FIFO would wait for a writer that may never come.
      throw new TraceFormatException(path.toString(), 0, "not a regular file");
    }
    TraceWindow window = new TraceWindow(FileChannel.open(path, StandardOpenOption.READ));
    try {
      return new TraceReader(path.toString(), window, many);
    } catch (IOException | RuntimeException e) {
      window.close();
      throw e;
    }
  }

  /** Returns the header. */
  public TraceHeader header() {
    return header;
  }

  /**
   * Passes to {@code feed} the facts of all whole records that are there now, in the file's order,
   * on the calling thread. An exception of the feed is passed on; the next poll begins behind that
   * fact.
   *
   * <p>Where there is much to read and there are two processors, another thread reads ahead during
   * the call.
   *
   * @throws IOException when the file cannot be read; all facts before that place were passed on
   */
  public TraceState poll(RuntimeFeed feed) throws IOException {
    return poll(feed, feed, position -> {});
  }

  /**
   * Does the same, with a feed of its own for sampled stacks, and reports how far it has read.
   *
   * @param progress takes the offset in the file up to which all facts were passed on, some times a
   *     megabyte, on the calling thread
   */
  TraceState poll(RuntimeFeed feed, RuntimeFeed samples, LongConsumer progress) throws IOException {
    reader.restart();
    try (Batches batches = batches()) {
      return poll(batches, feed, samples, progress);
    } catch (Throwable e) {
      reader.goBack(position, damagedBytes);
      throw e;
    }
  }

  private Batches batches() throws IOException {
    return reader.unread() >= many ? new ReadAhead(reader) : Batches.readNow(reader, batch);
  }

  private TraceState poll(
      Batches batches, RuntimeFeed feed, RuntimeFeed samples, LongConsumer progress)
      throws IOException {
    long found = 0;
    RecordBatch next;
    do {
      next = batches.next();
      for (int i = 0; i < next.size(); i++) {
        take(next.record(i), feed, samples);
      }
      found += next.size();
      next.requireRead();
      progress.accept(next.position());
    } while (!next.isLast());
    position = next.position();
    damagedBytes = next.damagedBytes();
    tailBytes = next.tailBytes();
    return new TraceState(found, tailBytes, counters.hasEnded());
  }

  /** Returns the statistics so far. */
  public TraceStatistics statistics() {
    return counters.statistics(damagedBytes, tailBytes);
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }

  /** Counts a record, then passes its fact on, if this reader knows it. */
  private void take(ReadRecord record, RuntimeFeed feed, RuntimeFeed samples) {
    position = record.end();
    damagedBytes = record.damagedBefore();
    tailBytes = 0;
    DecodedRecord fact = count(record) ? record.fact() : null;
    long at = record.lane() == Lane.IDENTITY ? counters.factTime(record.time()) : record.time();
    try {
      counters.takeHole().ifPresent(since -> feed.coverage(since, HOLE));
    } finally {
      // This holds also when the feed throws at the hole: the next poll begins behind this record.
      if (fact != null) {
        fact.passTo(at, fact.isOfSamples() ? samples : feed, counters);
      }
    }
  }

  /** Counts a record and returns whether it may be passed on. */
  private boolean count(ReadRecord record) {
    Lane lane = record.lane();
    if (lane == null) {
      counters.unknown();
    } else if (!counters.follows(lane, record.sequence(), record.time())) {
      counters.inconsistent(record.length(), lane == Lane.IDENTITY);
      return false;
    } else {
      counters.found(lane, record.sequence(), record.time());
      if (!record.isConsistent()) {
        counters.inconsistent(record.length(), lane == Lane.IDENTITY);
        return false;
      }
      countKnown(record);
    }
    counters.whole(record.length());
    return true;
  }

  private void countKnown(ReadRecord record) {
    RecordType type = record.type();
    if (type == null) {
      counters.unknown();
    } else {
      counters.known(type);
    }
  }
}
