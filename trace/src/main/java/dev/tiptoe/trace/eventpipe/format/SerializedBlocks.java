// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.format;

import dev.tiptoe.trace.eventpipe.format.EventPipeBlock.Kind;
import java.io.EOFException;
import java.io.IOException;
import java.util.Optional;

/**
 * The blocks of versions 4 and 5, which are serialized objects, one after the other.
 *
 * <pre>
 *   "Nettrace", i32 20, "!FastSerialization.1"
 *   objects, each: BEGIN, type, content, END
 *      whose type: BEGIN, NULL, i32 version, i32 oldest reader, i32 length, name, END
 *   NULL
 * </pre>
 *
 * <p>The content of the Trace object, which is the first, has a fixed length; every other object's
 * begins with its length and is aligned to four bytes in the file. Mutable, not thread-safe.
 */
final class SerializedBlocks implements BlockStream {

  /**
   * One object.
   *
   * @param type the name of its type
   * @param version the version of its content
   * @param oldestReader the least version that a reader must support to understand it
   * @param content its content
   */
  private record StreamObject(String type, int version, int oldestReader, EventBytes content) {}

  /** The runtime's blocks have about 100 KB. */
  static final int LONGEST_BLOCK = 64 << 20;

  static final String SERIALIZATION = "!FastSerialization.1";

  private static final String TRACE = "Trace";

  /**
   * The newest version of the Trace object. Version 5 adds tags to the definitions of event types.
   */
  private static final int NEWEST_VERSION = 5;

  private static final int OLDEST_VERSION = 4;

  /** The version of the blocks. */
  private static final int BLOCK_VERSION = 2;

  private static final int LONGEST_NAME = 256;
  private static final int ALIGNMENT = 4;
  private static final int NULL = 1;
  private static final int BEGIN = 5;
  private static final int END = 6;

  private final BlockInput input;
  private final EventPipeHeader header;
  private long tail;
  private boolean ended;
  private boolean complete;

  /** Reads on behind the length of the serialization's name. */
  SerializedBlocks(BlockInput input, int length) throws IOException {
    this.input = input;
    if (length != SERIALIZATION.length()
        || !input.take(length).utf8(length).equals(SERIALIZATION)) {
      throw input.damaged("an unknown serialization");
    }
    StreamObject trace = nextObject().orElseThrow(this::noTrace);
    if (!trace.type().equals(TRACE)) {
      throw input.damaged("a " + trace.type() + " where the Trace object should be");
    }
    if (trace.version() < OLDEST_VERSION || trace.oldestReader() > NEWEST_VERSION) {
      throw input.damaged("version " + trace.version() + " of the format is not read");
    }
    header = EventPipeHeader.read(trace.version(), trace.content());
  }

  private EventPipeFormatException noTrace() {
    return input.damaged(
        complete ? "no Trace object" : "it ends in its header, before the end of the Trace object");
  }

  @Override
  public EventPipeHeader header() {
    return header;
  }

  @Override
  public boolean isComplete() {
    return complete;
  }

  @Override
  public long tailBytes() {
    return tail;
  }

  @Override
  public Optional<EventPipeBlock> next() throws IOException {
    return nextObject().map(object -> new EventPipeBlock(kind(object), object.content()));
  }

  private static Kind kind(StreamObject object) {
    if (object.oldestReader() > BLOCK_VERSION) {
      return Kind.UNKNOWN;
    }
    return switch (object.type()) {
      case "EventBlock" -> Kind.EVENTS;
      case "MetadataBlock" -> Kind.METADATA;
      case "StackBlock" -> Kind.STACKS;
      case "SPBlock" -> Kind.SEQUENCE_POINT;
      default -> Kind.UNKNOWN;
    };
  }

  private Optional<StreamObject> nextObject() throws IOException {
    long whole = input.position();
    try {
      if (!ended && !hasEnd()) {
        return Optional.of(object());
      }
    } catch (EOFException e) {
      tail = input.position() - whole;
    }
    ended = true;
    return Optional.empty();
  }

  private boolean hasEnd() throws IOException {
    int tag = input.take(1).u8();
    if (tag != BEGIN && tag != NULL) {
      throw input.damaged("no object begins with " + tag);
    }
    complete = tag == NULL;
    return complete;
  }

  private StreamObject object() throws IOException {
    expect(BEGIN);
    expect(NULL);
    EventBytes head = input.take(3 * Integer.BYTES);
    int version = head.i32();
    int oldestReader = head.i32();
    int length = head.i32();
    if (length < 0 || length > LONGEST_NAME) {
      throw input.damaged("a type's name of " + Integer.toUnsignedString(length) + " bytes");
    }
    String type = input.take(length).utf8(length);
    expect(END);
    EventBytes content = type.equals(TRACE) ? input.take(EventPipeHeader.LENGTH) : block(type);
    expect(END);
    return new StreamObject(type, version, oldestReader, content);
  }

  private EventBytes block(String type) throws IOException {
    int length = input.take(Integer.BYTES).i32();
    if (length < 0 || length > LONGEST_BLOCK) {
      throw input.damaged("a " + type + " of " + Integer.toUnsignedString(length) + " bytes");
    }
    input.take((int) (-input.position() & ALIGNMENT - 1));
    return input.take(length);
  }

  private void expect(int tag) throws IOException {
    int found = input.take(1).u8();
    if (found != tag) {
      throw input.damaged("the tag " + found + " where " + tag + " should be");
    }
  }
}
