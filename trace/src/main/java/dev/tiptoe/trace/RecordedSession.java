// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.feed.SampledStack;
import dev.tiptoe.symbols.Symbols;
import dev.tiptoe.trace.eventpipe.format.EventPipeFormatException;
import dev.tiptoe.trace.eventpipe.format.EventPipeReader;
import dev.tiptoe.trace.eventpipe.recording.EventPipeRecording;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A trace that was read to its end: the session it describes, and the statistics of the file. It is
 * the agent's trace, or a {@code .nettrace} file of the runtime's own events.
 *
 * @param file its path
 * @param session the session with all facts of the trace
 * @param statistics counts of what was read and what is missing; of a {@code .nettrace} file only
 *     the stacks and the tail
 * @param eventPipe the {@code .nettrace} file; empty for a trace of the agent
 */
public record RecordedSession(
    Path file,
    Session session,
    TraceStatistics statistics,
    Optional<EventPipeRecording> eventPipe) {

  /**
   * Reads the present contents of a trace.
   *
   * @throws IOException when the file cannot be read
   * @throws TraceFormatException when it is not a trace, or has a major version that this reader
   *     does not know
   * @throws EventPipeFormatException when it is a {@code .nettrace} file of a version that is not
   *     supported, or one that is damaged at its beginning
   */
  public static RecordedSession read(Path file) throws IOException {
    return read(file, Symbols.none());
  }

  /**
   * The same, of a trace from another machine, say.
   *
   * @param symbols finds the files of modules that are not at their paths, their PDBs and indexes
   */
  public static RecordedSession read(Path file, Symbols symbols) throws IOException {
    return read(file, symbols, (bytes, total) -> {});
  }

  /**
   * The same, with its progress.
   *
   * @param progress takes in how far the file has been read
   */
  public static RecordedSession read(Path file, Symbols symbols, ReadingListener progress)
      throws IOException {
    Session session = new Session(symbols);
    if (EventPipeReader.isEventPipe(file)) {
      long total = EventPipeRecording.READINGS * Files.size(file);
      EventPipeRecording recording =
          EventPipeRecording.read(file, session, bytes -> progress.read(bytes, total));
      TraceStatistics statistics =
          new TraceCounters().ofStacks(recording.samples(), recording.statistics().tailBytes());
      return new RecordedSession(file, session, statistics, Optional.of(recording));
    }
    try (TraceReader reader = TraceReader.open(file)) {
      long total = Files.size(file);
      reader.poll(session.feed(), session.feed(), bytes -> progress.read(bytes, total));
      return new RecordedSession(file, session, reader.statistics(), Optional.empty());
    }
  }

  /**
   * Reads several traces of one process as one session: those of two recorders, or of one that
   * began a new file before it ended the old one. The session's times count from the earliest
   * beginning. Traces of several processes are refused, since an ID of one means something else in
   * another; so are traces between which nothing was recorded, since what was unloaded meanwhile is
   * not known.
   *
   * @throws IOException when a file cannot be read
   * @throws TraceFormatException when one is not a trace, or has a major version that this reader
   *     does not know
   */
  public static MergeAnswer merge(List<Path> files, Symbols symbols) throws IOException {
    return TraceParts.merge(files, symbols);
  }

  /**
   * Reads a trace for the names of its stacks, faster than {@link #read(Path, Symbols)}: of the
   * samples, the session gets only those with the first execution of a method in each interval in
   * which its FunctionID had one meaning. IDs mean the same at all times; but the session knows
   * fewer times at which a method was seen.
   *
   * <p>The file is read twice where an ID had several meanings, or samples are addresses.
   *
   * @param progress takes in how far the file has been read
   */
  public static RecordedSession readForStacks(Path file, Symbols symbols, ReadingListener progress)
      throws IOException {
    if (EventPipeReader.isEventPipe(file)) {
      return read(file, symbols, progress);
    }
    Session session = new Session(symbols);
    long size = Files.size(file);
    TraceStatistics statistics;
    FirstSamples samples = new FirstSamples();
    try (TraceReader reader = TraceReader.open(file)) {
      reader.poll(session.feed(), samples, bytes -> progress.read(bytes, size));
      statistics = reader.statistics();
    }
    // An unload may stand behind samples that are later: only now is it known what an ID meant.
    if (!samples.passTo(session.map())) {
      try (TraceReader reader = TraceReader.open(file)) {
        FirstExecutions executions = new FirstExecutions(session.map());
        reader.poll(Unheard.FEED, executions, bytes -> progress.read(size + bytes, 2 * size));
        executions.end();
      }
    }
    return new RecordedSession(file, session, statistics, Optional.empty());
  }

  /** Takes no notice of anything. */
  private enum Unheard implements RuntimeFeed {
    FEED;

    @Override
    public void stackSampled(long at, SampledStack sample) {}
  }

  /**
   * Reads the trace once more, for a feed that needs its stacks when all IDs are known. Of a {@code
   * .nettrace} file it passes on the threads and the stacks; of a trace all facts.
   *
   * @throws IOException when the file cannot be read again
   */
  public void replay(RuntimeFeed feed) throws IOException {
    replay(feed, (bytes, total) -> {});
  }

  /**
   * The same, with its progress.
   *
   * @param progress takes in how far the file has been read
   */
  public void replay(RuntimeFeed feed, ReadingListener progress) throws IOException {
    long total = Files.size(file);
    if (eventPipe.isPresent()) {
      eventPipe.get().replay(feed, bytes -> progress.read(bytes, total));
      return;
    }
    try (TraceReader reader = TraceReader.open(file)) {
      reader.poll(feed, feed, bytes -> progress.read(bytes, total));
    }
  }
}
