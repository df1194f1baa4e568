// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.resolver.id.ClassID;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.LongFunction;

/**
 * The record at the window's beginning, field by field; valid until the window moves on.
 *
 * <p>A field that is not inside the record throws {@link TraceFormatException}: the bytes are as
 * they were written, but no writer of this format wrote them.
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

  /** The list at {@code at}: a count, and as many IDs. */
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

  /** How many entries of so many bytes the list at {@code at} has; all are inside the record. */
  int count(int at, int entryLength) {
    int count = i32(at);
    inside(at + Integer.BYTES, (long) entryLength * Integer.toUnsignedLong(count));
    return count;
  }

  /** To be thrown when the record's fields are inconsistent. */
  TraceFormatException inconsistency(String what) {
    return new TraceFormatException(file, window.start(), what);
  }

  /** Where the list at {@code at} ends. */
  int behindList(int at) {
    return inside(at + Integer.BYTES, (long) Long.BYTES * Integer.toUnsignedLong(i32(at)))
        + Long.BYTES * i32(at);
  }

  /** The string at {@code at}: a count of bytes, and UTF-16. */
  String string(int at) {
    int bytes = i32(at);
    if ((bytes & 1) != 0) {
      throw new TraceFormatException(file, window.start() + at, "half a UTF-16 unit");
    }
    return window.utf16(inside(at + Integer.BYTES, Integer.toUnsignedLong(bytes)), bytes);
  }

  /** The octets at {@code at}: a count, and as many bytes. */
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
