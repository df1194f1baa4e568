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
import java.util.List;
import java.util.Optional;

/**
 * Reads a trace, finished or growing, from its beginning to its present end, and then on from
 * there.
 *
 * <p>One {@link #poll} reads a finished trace; repeated calls follow a growing one. Damage and
 * records of newer writers are skipped and counted; a torn tail is read when the rest of it has
 * been appended. After 64 MiB of damage in total nothing more is read. For any input, memory is
 * bounded by the longest record (1 MiB) and time by the file's length.
 *
 * <p>Mutable, not thread-safe. Holds an open file, and a buffer of 64 KiB to 2 MiB, until it is
 * closed.
 */
public final class TraceReader implements AutoCloseable {

  private static final List<Lane> LANES = List.of(Lane.values());

  /** After a hole the absence of a fact proves nothing any more. */
  private static final Coverage HOLE =
      new Coverage(
          EnumSet.allOf(Coverage.Kind.class),
          Coverage.State.ENDED,
          "identity records are missing or damaged");

  private final String file;
  private final TraceWindow window;
  private final TraceHeader header;
  private final RecordScanner scanner;
  private final RecordView record;
  private final TraceCounters counters = new TraceCounters();

  private TraceReader(String file, TraceWindow window) throws IOException {
    this.file = file;
    this.window = window;
    this.header = TraceHeader.read(window, file);
    this.scanner = new RecordScanner(window);
    this.record = new RecordView(window, file);
    counters.whole(header.length());
    window.advance(header.length());
  }

  /**
   * Opens a trace and reads its header.
   *
   * @throws IOException when the file cannot be read
   * @throws TraceFormatException when it is not a trace, or has a major version that this reader
   *     does not know
   */
  public static TraceReader open(Path path) throws IOException {
    if (Files.exists(path) && !Files.isRegularFile(path)) {
      // Opening a FIFO would wait for a writer that may never come.
      throw new TraceFormatException(path.toString(), 0, "not a regular file");
    }
    TraceWindow window = new TraceWindow(FileChannel.open(path, StandardOpenOption.READ));
    try {
      return new TraceReader(path.toString(), window);
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
   * Passes to {@code feed} the facts of all whole records that are there now, in the file's order.
   * An exception of the feed is passed on; the next poll begins behind that fact.
   *
   * @throws IOException when the file cannot be read
   */
  public TraceState poll(RuntimeFeed feed) throws IOException {
    long found = 0;
    scanner.restart();
    while (scanner.next()) {
      take(feed);
      found++;
    }
    return new TraceState(found, window.available(), counters.hasEnded());
  }

  /** Returns the statistics so far. */
  public TraceStatistics statistics() {
    return counters.statistics(scanner.damagedBytes(), window.available());
  }

  @Override
  public void close() throws IOException {
    window.close();
  }

  /** Moves past the window's record, then passes its fact on, if this reader knows it. */
  private void take(RuntimeFeed feed) {
    int length = record.length();
    long at = record.time();
    Optional<DecodedRecord> fact;
    try {
      fact = decode();
      counters.whole(length);
    } catch (TraceFormatException e) {
      counters.inconsistent(length, record.lane() == Lane.IDENTITY.number());
      fact = Optional.empty();
    }
    window.advance(length);
    try {
      counters.takeHole().ifPresent(since -> feed.coverage(since, HOLE));
    } finally {
      // This holds also when the feed throws at the hole: the next poll begins behind this record.
      fact.ifPresent(known -> known.passTo(at, feed, counters));
    }
  }

  private Optional<DecodedRecord> decode() {
    if (record.lane() >= LANES.size()) {
      counters.unknown();
      return Optional.empty();
    }
    Lane lane = LANES.get(record.lane());
    if (!counters.follows(lane, record.sequence(), record.time())) {
      throw new TraceFormatException(file, window.start(), "a record out of order");
    }
    counters.found(lane, record.sequence(), record.time());
    Optional<RecordType> type = RecordType.of(record.type(), lane);
    Optional<DecodedRecord> fact = type.flatMap(known -> known.decode(record));
    fact.ifPresentOrElse(known -> counters.known(type.orElseThrow()), counters::unknown);
    return fact;
  }
}
