// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.resolver.id.ClassID;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.LongFunction;

/**
 * Reads the fields of the record at the window's beginning; valid until the window moves on.
 *
 * <p>A field beyond the end of the record throws {@link TraceFormatException}. The checksum is
 * right then, but no writer of this format wrote the bytes.
 */
final class RecordView {

  private final TraceWindow window;
  private final String file;

  RecordView(TraceWindow window, String file) {
    this.window = window;
    this.file = file;
  }

  int length() {
    return window.i32(RecordLayout.LENGTH);
  }

  int type() {
    return window.u16(RecordLayout.TYPE);
  }

  int lane() {
    return window.u16(RecordLayout.LANE);
  }

  long sequence() {
    return window.i64(RecordLayout.SEQUENCE);
  }

  long time() {
    return window.i64(RecordLayout.TIME);
  }

  int u8(int at) {
    return window.u8(inside(at, Byte.BYTES));
  }

  int u16(int at) {
    return window.u16(inside(at, Short.BYTES));
  }

  int i32(int at) {
    return window.i32(inside(at, Integer.BYTES));
  }

  long i64(int at) {
    return window.i64(inside(at, Long.BYTES));
  }

  /** Reads a number behind the fields that the first writers of the record knew; 0 without it. */
  long laterI64(int at) {
    return at + Long.BYTES > length() ? 0 : i64(at);
  }

  /** Reads octets, behind all that the first writers knew, that are a GUID; empty without them. */
  Optional<UUID> laterGuid(int at) {
    boolean isThere = at + Integer.BYTES <= length() && i32(at) == 2 * Long.BYTES;
    return isThere ? Optional.of(guid(at + Integer.BYTES)) : Optional.empty();
  }

  /** Reads a string behind all that the first writers knew; empty without it. */
  String laterString(int at) {
    return at + Integer.BYTES > length() ? "" : string(at);
  }

  UUID guid(int at) {
    return window.guid(inside(at, 2 * Long.BYTES));
  }

  Token token(int at) {
    return new Token(i32(at));
  }

  ClassID classID(int at) {
    return new ClassID(i64(at));
  }

  List<ClassID> classIDs(int at) {
    return list(at, ClassID::new);
  }

  /** Reads the list at {@code at}: a count, and as many IDs. */
  <T> List<T> list(int at, LongFunction<T> id) {
    int count = i32(at);
    int first = inside(at + Integer.BYTES, (long) Long.BYTES * Integer.toUnsignedLong(count));
    if (count == 0) {
      return List.of();
    }
    List<T> ids = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      ids.add(id.apply(window.i64(first + Long.BYTES * i)));
    }
    return List.copyOf(ids);
  }

  /** Reads the list at {@code at} as numbers. */
  long[] numbers(int at) {
    long[] numbers = new long[count(at, Long.BYTES)];
    int first = at + Integer.BYTES;
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = window.i64(first + Long.BYTES * i);
    }
    return numbers;
  }

  /**
   * Returns how many entries of so many bytes the list at {@code at} has, and checks that all are
   * inside the record.
   */
  int count(int at, int entryLength) {
    int count = i32(at);
    inside(at + Integer.BYTES, (long) entryLength * Integer.toUnsignedLong(count));
    return count;
  }

  /** Returns the exception for a record whose fields are inconsistent. */
  TraceFormatException inconsistency(String what) {
    return new TraceFormatException(file, window.start(), what);
  }

  /** Returns the offset behind the list at {@code at}. */
  int behindList(int at) {
    return inside(at + Integer.BYTES, (long) Long.BYTES * Integer.toUnsignedLong(i32(at)))
        + Long.BYTES * i32(at);
  }

  /** Reads the string at {@code at}: a count of bytes, and UTF-16. */
  String string(int at) {
    int bytes = i32(at);
    if ((bytes & 1) != 0) {
      throw new TraceFormatException(file, window.start() + at, "half a UTF-16 unit");
    }
    return window.utf16(inside(at + Integer.BYTES, Integer.toUnsignedLong(bytes)), bytes);
  }

  /** Returns the offset behind the string at {@code at}. */
  int behindString(int at) {
    return inside(at + Integer.BYTES, Integer.toUnsignedLong(i32(at))) + i32(at);
  }

  /** Reads the octets at {@code at}: a count, and as many bytes. */
  Bytes octets(int at) {
    int count = i32(at);
    int first = inside(at + Integer.BYTES, Integer.toUnsignedLong(count));
    return Bytes.of(file, window.octets(first, count));
  }

  private int inside(int at, long size) {
    if (at + size > length()) {
      throw new TraceFormatException(file, window.start() + at, "a field outside its record");
    }
    return at;
  }
}
