// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe;

import dev.tiptoe.trace.eventpipe.ObjectStream.StreamObject;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

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

  /**
   * The newest version of the Trace object. Version 5 adds tags to the definitions of event types.
   */
  private static final int NEWEST_VERSION = 5;

  private static final int OLDEST_VERSION = 4;

  /** The version of the blocks. */
  private static final int BLOCK_VERSION = 2;

  private final InputStream in;
  private final ObjectStream objects;
  private final EventPipeHeader header;
  private final StackStore stacks;
  private final Map<Integer, EventType> types = new HashMap<>();
  private final Sequences sequences = new Sequences();
  private EventBlobs block = new EventBlobs();
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
    this.objects = new ObjectStream(in, name);
    objects.readMagic();
    StreamObject trace = objects.next().orElseThrow(() -> objects.damaged("no Trace object"));
    if (!trace.type().equals(ObjectStream.TRACE)) {
      throw objects.damaged("a " + trace.type() + " where the Trace object should be");
    }
    if (trace.version() < OLDEST_VERSION || trace.oldestReader() > NEWEST_VERSION) {
      throw objects.damaged("version " + trace.version() + " of the format is not read");
    }
    this.header = EventPipeHeader.read(trace.version(), trace.content());
    this.stacks = new StackStore(header.pointerSize());
  }

  /**
   * Opens a file.
   *
   * @throws IOException when it cannot be read
   * @throws EventPipeFormatException when it is not of the format, or of a version that is not
   *     supported
   */
  public static EventPipeReader open(Path path) throws IOException {
    if (Files.exists(path) && !Files.isRegularFile(path)) {
      // Opening a FIFO would wait for a writer that may never come.
      throw new EventPipeFormatException(path.toString(), 0, "not a regular file");
    }
    InputStream in = new BufferedInputStream(Files.newInputStream(path));
    try {
      return new EventPipeReader(in, path.toString());
    } catch (IOException | RuntimeException e) {
      in.close();
      throw e;
    }
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
        objects.tailBytes(),
        objects.isComplete());
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  /** Moves on to the next event of another block. */
  private boolean nextBlock() throws IOException {
    do {
      Optional<StreamObject> object = objects.next();
      if (object.isEmpty()) {
        return false;
      }
      take(object.get());
    } while (!block.next());
    return true;
  }

  private void take(StreamObject object) {
    if (object.oldestReader() > BLOCK_VERSION) {
      skippedObjects++;
      return;
    }
    EventBytes content = object.content();
    switch (object.type()) {
      case "EventBlock" -> block = new EventBlobs(content);
      case "MetadataBlock" -> define(new EventBlobs(content));
      case "StackBlock" -> stacks.add(new StackBlock(content));
      case "SPBlock" -> {
        sequences.point(content);
        stacks.clear();
      }
      default -> skippedObjects++;
    }
  }

  private void define(EventBlobs definitions) {
    while (definitions.next()) {
      EventBytes definition = definitions.payload();
      int id = definition.i32();
      types.put(id, EventTypeDecoder.decode(definition));
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
    return Optional.of(block.event(type, stacks.get(block.stackId())));
  }
}
