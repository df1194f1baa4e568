// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.format;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the events of a {@code .nettrace} file, or of a stream of that format, in the order of the
 * file, which is that of time only within each thread.
 *
 * <p>Reads forward only, so a stream that is still being written can be read as it comes. A cut-off
 * end is no error: reading ends there, and {@link #statistics} has what is missing. Damage anywhere
 * else throws {@link EventPipeFormatException}. For any input, memory is bounded by a small
 * multiple of the longest block (64 MiB at most) and by the event types and threads that the stream
 * lists, and time by its length.
 *
 * <p>Mutable, not thread-safe. Holds the stream open until it is closed.
 */
public final class EventPipeReader implements AutoCloseable {

  /** The runtime writes a sequence point at least for every 10 MB of events. */
  static final int MOST_STACK_BYTES = 64 << 20;

  private static final int RECENT = 1 << 10;

  private static final String MAGIC = "Nettrace";

  private final InputStream in;
  private final BlockStream blocks;
  private final EventPipeHeader header;
  private final boolean labelled;
  private final NumberedBlocks<StackBlock> stacks = new NumberedBlocks<>(MOST_STACK_BYTES);
  private final LabelTable labels = new LabelTable();

  /** Stacks by the low bits of their numbers, with these: most are those of several events. */
  private final @Nullable EventPipeStack[] recent = new @Nullable EventPipeStack[RECENT];

  private final int[] recentIds = new int[RECENT];
  private final ThreadTable threads = new ThreadTable();
  private final TypeTable types = new TypeTable();
  private final Sequences sequences = new Sequences();
  private EventBlobs block = new EventBlobs();
  private EventPipeThread thread = new EventPipeThread(0, 0, "");
  private long events;
  private long untypedEvents;
  private long skippedObjects;

  /**
   * Reads the beginning of the stream.
   *
   * @param in the stream, which is closed with the reader
   * @param name the name of the stream, for exceptions
   * @throws IOException when it cannot be read
   * @throws EventPipeFormatException when it is not of the format, or of a version that is not
   *     supported
   */
  public EventPipeReader(InputStream in, String name) throws IOException {
    this.in = in;
    this.blocks = blocks(new BlockInput(in, name));
    this.header = blocks.header();
    this.labelled = header.version() >= FramedBlocks.VERSION && blocks instanceof FramedBlocks;
  }

  /** Reads the bytes that distinguish the versions. */
  private static BlockStream blocks(BlockInput input) throws IOException {
    try {
      String magic = input.take(MAGIC.length()).utf8(MAGIC.length());
      if (isNetperf(magic)) {
        throw input.damaged(0, "a .netperf file, the format of .NET Core 2, which is not read");
      }
      if (!magic.equals(MAGIC)) {
        throw input.damaged(0, "not a .nettrace file");
      }
      int length = input.take(Integer.BYTES).i32();
      return length == 0 ? new FramedBlocks(input) : new SerializedBlocks(input, length);
    } catch (EOFException e) {
      throw input.damaged("shorter than what a .nettrace file begins with");
    }
  }

  /**
   * Opens a file.
   *
   * @throws IOException when it cannot be read
   * @throws EventPipeFormatException when it is not of the format, or of a version that is not
   *     supported
   */
  public static EventPipeReader open(Path path) throws IOException {
    return open(path, bytes -> {});
  }

  /** Does the same; {@code progress} takes the number of bytes of each part that was read. */
  public static EventPipeReader open(Path path, LongConsumer progress) throws IOException {
    if (Files.exists(path) && !Files.isRegularFile(path)) {
      // Opening a FIFO would wait for a writer that may never come.
      throw new EventPipeFormatException(path.toString(), 0, "not a regular file");
    }
    InputStream in = new BufferedInputStream(counted(Files.newInputStream(path), progress));
    try {
      return new EventPipeReader(in, path.toString());
    } catch (IOException | RuntimeException e) {
      in.close();
      throw e;
    }
  }

  private static InputStream counted(InputStream in, LongConsumer progress) {
    return new FilterInputStream(in) {
      @Override
      public int read(byte[] into, int from, int length) throws IOException {
        int read = super.read(into, from, length);
        progress.accept(Math.max(0, read));
        return read;
      }
    };
  }

  /**
   * Returns whether a file begins like a {@code .nettrace} file, or like its predecessor {@code
   * .netperf}, which {@link #open} refuses by name. Anything but a regular file does not.
   *
   * @throws IOException when it cannot be read
   */
  public static boolean isEventPipe(Path path) throws IOException {
    if (!Files.isRegularFile(path)) {
      return false;
    }
    try (InputStream in = Files.newInputStream(path)) {
      byte[] head = in.readNBytes(MAGIC.length());
      return isNettrace(head) || isNetperf(new String(head, StandardCharsets.ISO_8859_1));
    }
  }

  /** Returns whether the beginning of a file is that of a {@code .nettrace} file. */
  public static boolean isNettrace(byte[] head) {
    int length = Math.min(head.length, MAGIC.length());
    return new String(head, 0, length, StandardCharsets.ISO_8859_1).equals(MAGIC);
  }

  /** Returns whether a file begins with the length and the name of its serialization. */
  private static boolean isNetperf(String begin) {
    return begin.equals("\u0014\0\0\0" + SerializedBlocks.SERIALIZATION.substring(0, 4));
  }

  /** Returns the header. */
  public EventPipeHeader header() {
    return header;
  }

  /**
   * Returns the next event; empty when there are no more. Blocks while the stream does.
   *
   * @throws IOException when the stream cannot be read
   * @throws EventPipeFormatException when the bytes are not of the format
   */
  public Optional<EventPipeEvent> next() throws IOException {
    Optional<EventPipeEvent> event = Optional.empty();
    while (event.isEmpty() && (block.next() || nextBlock())) {
      event = event();
    }
    return event;
  }

  /** Returns the statistics so far. */
  public EventPipeStatistics statistics() {
    return new EventPipeStatistics(
        events,
        sequences.lost(),
        untypedEvents,
        skippedObjects,
        blocks.tailBytes(),
        blocks.isComplete());
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  /** Moves on to the next event of another block. */
  private boolean nextBlock() throws IOException {
    do {
      Optional<EventPipeBlock> next = blocks.next();
      if (next.isEmpty()) {
        return false;
      }
      take(next.get().kind(), next.get().content());
    } while (!block.next());
    return true;
  }

  private void take(EventPipeBlock.Kind kind, EventBytes content) {
    switch (kind) {
      case EVENTS -> block = new EventBlobs(content, labelled);
      case METADATA -> define(content);
      case STACKS -> {
        stacks.add(new StackBlock(content));
        Arrays.fill(recent, null); // A later block may define a number again.
      }
      case LABELS -> labels.add(new LabelBlock(content));
      case THREADS -> threads.add(content);
      case REMOVED_THREADS -> remove(content);
      case SEQUENCE_POINT -> sequencePoint(content);
      case UNKNOWN -> skippedObjects++;
    }
  }

  private void define(EventBytes content) {
    if (labelled) {
      types.addRows(content);
    } else {
      types.addBlobs(content);
    }
  }

  private void sequencePoint(EventBytes content) {
    stacks.clear();
    Arrays.fill(recent, null);
    labels.clear();
    if (labelled) {
      flaggedPoint(content);
    } else {
      sequences.point(content);
    }
  }

  /**
   * Takes in a sequence point of version 6.
   *
   * <pre>
   *   i64 time, i32 flags (1: forget the threads, 2: forget the event types),
   *   i32 count, count × { varint thread, varint number of its last event }
   * </pre>
   */
  private void flaggedPoint(EventBytes content) {
    content.i64();
    int flags = content.i32();
    for (int left = content.count(2); left > 0; left--) {
      sequences.reached(content.varint64(), content.varint32());
    }
    if ((flags & 1) != 0) {
      threads.clear();
      sequences.clear();
    }
    if ((flags & 2) != 0) {
      types.clear();
    }
  }

  /** Takes in a RemoveThread block: pairs of a thread's number and that of its last event. */
  private void remove(EventBytes content) {
    while (content.remaining() > 0) {
      long number = content.varint64();
      sequences.reached(number, content.varint32());
      sequences.forget(number);
      if (!threads.remove(number)) {
        throw content.damaged("thread " + Long.toUnsignedString(number) + " is removed, not known");
      }
    }
  }

  private Optional<EventPipeEvent> event() {
    sequences.met(block.captureThreadId(), block.sequence());
    EventType type = types.get(block.typeId());
    if (type == null) {
      untypedEvents++;
      return Optional.empty();
    }
    events++;
    EventPipeStack stack = stack(block.stackId());
    return Optional.of(labelled ? labelledEvent(type, stack) : plainEvent(type, stack));
  }

  private EventPipeStack stack(int id) {
    int slot = id & RECENT - 1;
    @Nullable EventPipeStack known = recent[slot];
    if (known == null || recentIds[slot] != id) {
      known =
          stacks
              .of(id)
              .map(block -> block.get(id, header.pointerSize()))
              .orElse(EventPipeStack.EMPTY);
      recent[slot] = known;
      recentIds[slot] = id;
    }
    return known;
  }

  private EventPipeEvent plainEvent(EventType type, EventPipeStack stack) {
    if (thread.threadId() != block.threadId() || events == 1) {
      thread =
          new EventPipeThread(Integer.toUnsignedLong(header.processId()), block.threadId(), "");
    }
    return block.event(type, thread, block.captureThreadId(), block.activities(), stack);
  }

  private EventPipeEvent labelledEvent(EventType type, EventPipeStack stack) {
    EventLabels its = labels.get(block.labelsId());
    EventPipeThread about = thread(block.threadId());
    long captureThread =
        block.captureThreadId() == block.threadId()
            ? about.threadId()
            : thread(block.captureThreadId()).threadId();
    return block.event(its.replacement().of(type), about, captureThread, its, stack);
  }

  private EventPipeThread thread(long number) {
    EventPipeThread known = threads.get(number);
    if (known == null) {
      throw block
          .payload()
          .damaged("an event of thread " + Long.toUnsignedString(number) + ", which is not known");
    }
    return known;
  }
}
