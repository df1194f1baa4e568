// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.recording;

import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.feed.CallStack;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.feed.SampledStack;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ThreadID;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import dev.tiptoe.trace.eventpipe.format.EventPipeFormatException;
import dev.tiptoe.trace.eventpipe.format.EventPipeHeader;
import dev.tiptoe.trace.eventpipe.format.EventPipeReader;
import dev.tiptoe.trace.eventpipe.format.EventPipeStatistics;
import dev.tiptoe.trace.eventpipe.format.EventPipeThread;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/**
 * A {@code .nettrace} file that was read to its end: its facts are in a session, and its samples
 * can be read as stacks of methods.
 *
 * <p>The file is read once for its facts and once for its samples, and once more for each {@link
 * #replay}, since it lists most methods at its end. Memory is that of the facts and the names, not
 * of the samples. Threads have the operating system's ID as their ThreadID, because the events do
 * not have the runtime's. Not thread-safe.
 */
public final class EventPipeRecording {

  /** How often {@link #read} reads the file. */
  public static final int READINGS = 2;

  /** The limit of threads that are passed to a feed; further ones are not described. */
  private static final int MOST_THREADS = 1 << 18;

  /** The limit of stacks that are known to have no method that was not met before. */
  private static final int MOST_STACKS = 1 << 12;

  private final Path file;
  private final EventPipeHeader header;
  private final EventPipeStatistics statistics;
  private final Optional<EventPipeFormatException> damage;
  private final AddressNames names;
  private final FirstReading firstReading;
  private final boolean rundown;
  private final long undecodable;
  private final CodeAddresses code;
  private final Map<ThreadID, EventPipeThread> threads = new HashMap<>();
  private final RuntimeIdMap map;
  private long samples;
  private long frames;
  private long unknownFrames;
  private long framesLeftOut;

  private EventPipeRecording(Path file, Session session, LongConsumer progress) throws IOException {
    LongConsumer parts = summed(progress);
    this.file = file;
    this.map = session.map();
    EventPipeFacts facts;
    try (EventPipeReader reader = EventPipeReader.open(file, parts)) {
      header = reader.header();
      firstReading = new FirstReading(header, session.feed());
      facts = EventPipeFacts.readFiltered(reader, firstReading, firstReading.room());
    }
    names = firstReading.names();
    statistics = facts.statistics();
    damage = facts.damage();
    rundown = facts.hasRundown();
    undecodable = facts.undecodable();
    facts.passTo(session.feed());
    code = new CodeAddresses(map, facts);
    findExecuting(session.feed(), parts);
  }

  /**
   * Reads a file into a session, which must be new.
   *
   * @throws IOException when it cannot be read
   * @throws EventPipeFormatException when it is not of the format, or of a version that is not
   *     supported; damage behind its beginning only ends the reading
   */
  public static EventPipeRecording read(Path file, Session session) throws IOException {
    return read(file, session, bytes -> {});
  }

  /**
   * The same, with its progress.
   *
   * @param progress takes the number of bytes that were read so far, of {@value #READINGS} times
   *     those of the file; on the calling thread
   */
  public static EventPipeRecording read(Path file, Session session, LongConsumer progress)
      throws IOException {
    return new EventPipeRecording(file, session, progress);
  }

  /** Returns what takes parts, and passes on their sum. */
  private static LongConsumer summed(LongConsumer progress) {
    AtomicLong sum = new AtomicLong();
    return part -> progress.accept(sum.addAndGet(part));
  }

  /** Passes to the session when each method was first executing. */
  private void findExecuting(RuntimeFeed session, LongConsumer progress) throws IOException {
    Set<FunctionID> found = new HashSet<>();
    Set<CallStack> stacks = Collections.newSetFromMap(new IdentityHashMap<>());
    SampleReader reader =
        read(
            new RuntimeFeed() {
              @Override
              public void stackSampled(long at, SampledStack sample) {
                if (!stacks.add(sample.stack())) {
                  return;
                }
                if (stacks.size() > MOST_STACKS) {
                  stacks.clear();
                }
                List<FunctionID> first = new ArrayList<>();
                for (FunctionID each : sample.stack().functions()) {
                  if (!each.isNone() && found.add(each)) {
                    first.add(each);
                  }
                }
                if (!first.isEmpty()) {
                  session.stackSampled(at, sample.thread(), first, false);
                }
              }

              @Override
              public void threadCreated(long at, ThreadID thread, int osThreadId) {
                session.threadCreated(at, thread, osThreadId);
              }

              @Override
              public void threadNamed(long at, ThreadID thread, String name) {
                session.threadNamed(at, thread, name);
              }
            },
            progress);
    samples = reader.samples();
    frames = reader.frames();
    unknownFrames = reader.unknownFrames();
  }

  private SampleReader read(RuntimeFeed feed, LongConsumer parts) throws IOException {
    threads.clear();
    SampleReader samplesOf = new SampleReader(this, code);
    try (EventPipeReader reader = EventPipeReader.open(file, parts)) {
      samplesOf.passTo(reader, feed);
    }
    return samplesOf;
  }

  /**
   * Passes the samples to {@code feed}, in the order of the file, and each thread before its first
   * sample. Times are nanoseconds since the recording began.
   *
   * @throws IOException when the file cannot be read again
   */
  public void replay(RuntimeFeed feed) throws IOException {
    replay(feed, bytes -> {});
  }

  /**
   * The same, with its progress.
   *
   * @param progress takes the number of bytes of the file that were read so far, on the calling
   *     thread
   */
  public void replay(RuntimeFeed feed, LongConsumer progress) throws IOException {
    var ignored = read(feed, summed(progress));
  }

  /**
   * Reads the samples once more and returns their distinct frames, in no particular order. Those
   * that do not fit into an eighth of the heap are left out, and {@link #remarks} says so.
   *
   * @throws IOException when the file cannot be read again
   */
  public List<EventPipeFrame> frames() throws IOException {
    FrameCounts counts = new FrameCounts(this, map, firstReading.pdbs());
    replay(counts);
    List<EventPipeFrame> distinct = counts.frames();
    framesLeftOut = counts.leftOut();
    return distinct;
  }

  /** Returns the header of the file. */
  public EventPipeHeader header() {
    return header;
  }

  /** Returns the statistics of the file. */
  public EventPipeStatistics statistics() {
    return statistics;
  }

  /** Returns the damage at which the reading ended; empty when there was none. */
  public Optional<EventPipeFormatException> damage() {
    return damage;
  }

  /** Returns the number of samples. */
  public long samples() {
    return samples;
  }

  /** Returns what is missing, or was left out, each as a sentence; empty when nothing is. */
  public List<String> remarks() {
    List<String> remarks = new ArrayList<>();
    if (damage.isPresent()) {
      String at = "0x" + Long.toHexString(damage.get().offset());
      remarks.add(
          "damaged at offset " + at + ": " + damage.get().reason() + "; what is before is used");
    } else if (!statistics.complete()) {
      remarks.add("the file was cut off, or is still being written; what is there is used");
    }
    if (statistics.lostEvents() > 0) {
      remarks.add("the runtime dropped " + statistics.lostEvents() + " events");
    }
    if (unknownFrames > 0) {
      remarks.add(
          unknownFrames
              + " of "
              + frames
              + " frames lie in code that the file does not name"
              + (rundown
                  ? ""
                  : ": it has no list of methods at its end, because the program or the recorder"
                      + " ended before it was written, or the rundown was switched off"));
    }
    marks().remark().ifPresent(remarks::add);
    firstReading.remarks(undecodable, remarks);
    if (framesLeftOut > 0) {
      remarks.add(framesLeftOut + " frames were left out: there are too many distinct ones");
    }
    return remarks;
  }

  /**
   * Returns the name that the recorder gives to an address of a thread's process, where no method
   * is known: a symbol's, or a file's in brackets.
   */
  public Optional<String> nameAt(ThreadID thread, long address) {
    EventPipeThread known = threads.get(thread);
    return known == null ? Optional.empty() : nameAt(known.processId(), address);
  }

  Optional<String> nameAt(long process, long address) {
    return names.of(process, address);
  }

  /** Returns what the file says of which samples are of native code. */
  SampleMarks marks() {
    return firstReading.marks();
  }

  /** Returns whether the session is about that process. */
  boolean isMain(long process) {
    return firstReading.isMain(process);
  }

  /** Passes a thread to the feed when it is met for the first time. */
  ThreadID met(EventPipeThread thread, long at, RuntimeFeed feed) {
    ThreadID id = new ThreadID(thread.threadId());
    if (!threads.containsKey(id) && threads.size() < MOST_THREADS) {
      threads.put(id, thread);
      feed.threadCreated(at, id, (int) thread.threadId());
      String process = isMain(thread.processId()) ? "" : names.process(thread.processId());
      String name = (process + " " + thread.name()).strip();
      if (!name.isEmpty()) {
        feed.threadNamed(at, id, name);
      }
    }
    return id;
  }
}
