// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/**
 * Reads the objects of a {@code .nettrace} file, one after the other.
 *
 * <pre>
 *   "Nettrace", i32 20, "!FastSerialization.1"
 *   objects, each: BEGIN, type, content, END
 *      whose type: BEGIN, NULL, i32 version, i32 oldest reader, i32 length, name, END
 *   NULL
 * </pre>
 *
 * <p>The content of the Trace object has a fixed length; every other object's begins with its
 * length and is aligned to four bytes in the file. Mutable, not thread-safe.
 */
final class ObjectStream {

  /**
   * One object.
   *
   * @param type the name of its type
   * @param version the version of its content
   * @param oldestReader the least version that a reader must support to understand it
   * @param content its content
   */
  record StreamObject(String type, int version, int oldestReader, EventBytes content) {}

  static final String TRACE = "Trace";

  /** The runtime's blocks have about 100 KB. */
  static final int LONGEST_BLOCK = 64 << 20;

  private static final int LONGEST_NAME = 256;
  private static final int ALIGNMENT = 4;
  private static final int NULL = 1;
  private static final int BEGIN = 5;
  private static final int END = 6;

  private static final String MAGIC = "Nettrace";
  private static final String SERIALIZATION = "!FastSerialization.1";

  private final InputStream in;
  private final String file;
  private long position;
  private long tail;
  private boolean ended;
  private boolean complete;

  ObjectStream(InputStream in, String file) {
    this.in = in;
    this.file = file;
  }

  /** Returns whether the writer ended the file. */
  boolean isComplete() {
    return complete;
  }

  /** Returns the number of bytes behind the last whole object. */
  long tailBytes() {
    return tail;
  }

  /** Reads the beginning of every file. */
  void readMagic() throws IOException {
    try {
      if (!take(MAGIC.length()).utf8(MAGIC.length()).equals(MAGIC)) {
        throw new EventPipeFormatException(file, 0, "not a .nettrace file");
      }
      int length = take(Integer.BYTES).i32();
      if (length == 0) {
        // Where earlier versions have a length, version 6 and later have this value and then their
        // number.
        throw damaged("version " + take(Integer.BYTES).i32() + " of the format is not read");
      }
      if (length != SERIALIZATION.length() || !take(length).utf8(length).equals(SERIALIZATION)) {
        throw damaged("an unknown serialization");
      }
    } catch (EOFException e) {
      throw damaged("shorter than what a .nettrace file begins with");
    }
  }

  /**
   * Returns the next object; empty at the end, be it the writer's or that of a file that was cut
   * off.
   */
  Optional<StreamObject> next() throws IOException {
    long whole = position;
    try {
      if (!ended && !hasEnd()) {
        return Optional.of(object());
      }
    } catch (EOFException e) {
      tail = position - whole;
    }
    ended = true;
    return Optional.empty();
  }

  /** Returns an exception for the place up to which was read. */
  EventPipeFormatException damaged(String reason) {
    return new EventPipeFormatException(file, position, reason);
  }

  private boolean hasEnd() throws IOException {
    int tag = take(1).u8();
    if (tag != BEGIN && tag != NULL) {
      throw damaged("no object begins with " + tag);
    }
    complete = tag == NULL;
    return complete;
  }

  private StreamObject object() throws IOException {
    expect(BEGIN);
    expect(NULL);
    EventBytes head = take(3 * Integer.BYTES);
    int version = head.i32();
    int oldestReader = head.i32();
    int length = head.i32();
    if (length < 0 || length > LONGEST_NAME) {
      throw damaged("a type's name of " + Integer.toUnsignedString(length) + " bytes");
    }
    String type = take(length).utf8(length);
    expect(END);
    EventBytes content = type.equals(TRACE) ? take(EventPipeHeader.LENGTH) : block(type);
    expect(END);
    return new StreamObject(type, version, oldestReader, content);
  }

  private EventBytes block(String type) throws IOException {
    int length = take(Integer.BYTES).i32();
    if (length < 0 || length > LONGEST_BLOCK) {
      throw damaged("a " + type + " of " + Integer.toUnsignedString(length) + " bytes");
    }
    take((int) (-position & ALIGNMENT - 1));
    return take(length);
  }

  private void expect(int tag) throws IOException {
    int found = take(1).u8();
    if (found != tag) {
      throw damaged("the tag " + found + " where " + tag + " should be");
    }
  }

  /** Reads so many bytes; never uses more memory than there are bytes in the file. */
  private EventBytes take(int length) throws IOException {
    long begin = position;
    byte[] bytes = in.readNBytes(length);
    position += bytes.length;
    if (bytes.length < length) {
      throw new EOFException();
    }
    return new EventBytes(file, begin, bytes);
  }
}
