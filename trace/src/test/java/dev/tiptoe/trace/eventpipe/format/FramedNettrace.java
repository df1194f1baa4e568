// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.format;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Builds {@code .nettrace} files of version 6 as the format's description has them, or nearly so:
 * every block's kind and content can be wrong.
 */
public final class FramedNettrace {

  public static final int EVENTS = 2;
  public static final int METADATA = 3;
  public static final int SEQUENCE_POINT = 4;
  public static final int STACKS = 5;
  public static final int THREADS = 6;
  public static final int REMOVED_THREADS = 7;
  public static final int LABELS = 8;

  private final FieldWriter file = new FieldWriter();

  /** A file that has only its Trace block. */
  public FramedNettrace() {
    this(6, 0, 8, Map.of());
  }

  public FramedNettrace(int major, int minor, int pointerSize, Map<String, String> properties) {
    file.raw("Nettrace".getBytes(StandardCharsets.US_ASCII)).i32(0).i32(major).i32(minor);
    FieldWriter trace = new FieldWriter();
    // 2024-02-29 23:59:58.500 UTC, a Thursday.
    for (int part : new int[] {2024, 2, 4, 29, 23, 59, 58, 500}) {
      trace.u16(part);
    }
    trace.i64(NettraceBytes.BEGAN_TICKS).i64(NettraceBytes.TICKS_PER_SECOND).i32(pointerSize);
    trace.i32(properties.size());
    properties.forEach((key, value) -> text(text(trace, key), value));
    block(1, trace);
  }

  public static FieldWriter text(FieldWriter to, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return to.varint(bytes.length).raw(bytes);
  }

  public static FieldWriter shortText(FieldWriter to, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return to.u16(bytes.length).raw(bytes);
  }

  /** A signed number, its sign in the lowest bit. */
  public static FieldWriter signed(FieldWriter to, long value) {
    return to.varint(value << 1 ^ value >> 63);
  }

  public FramedNettrace block(int kind, FieldWriter content) {
    file.i32(kind << 24 | content.size()).raw(content.toArray());
    return this;
  }

  /** A metadata block with a header of a later version. */
  public FramedNettrace definitions(FieldWriter... rows) {
    FieldWriter block = new FieldWriter().u16(3).u8(1).u8(2).u8(3);
    for (FieldWriter row : rows) {
      block.u16(row.size()).raw(row.toArray());
    }
    return block(METADATA, block);
  }

  /** A metadata block with one type without fields. */
  public FramedNettrace defines(int id, String provider, int number, String name) {
    return definitions(definition(id, provider, number, name, new FieldWriter(), 0));
  }

  /** A row of a metadata block, with these fields and no options. */
  public static FieldWriter definition(
      int id, String provider, int number, String name, FieldWriter fields, int count) {
    return definition(id, provider, number, name, fields, count, new FieldWriter());
  }

  public static FieldWriter definition(
      int id,
      String provider,
      int number,
      String name,
      FieldWriter fields,
      int count,
      FieldWriter options) {
    FieldWriter row = text(new FieldWriter().varint(id), provider).varint(number);
    text(row, name).u16(count).raw(fields.toArray());
    return row.u16(options.size()).raw(options.toArray());
  }

  /** A field of a type with these bytes, which say more of it. */
  public static FieldWriter field(FieldWriter to, String name, int... type) {
    FieldWriter field = text(new FieldWriter(), name);
    for (int part : type) {
      field.u8(part);
    }
    return to.u16(field.size()).raw(field.toArray());
  }

  public FramedNettrace thread(long index, String name, long process, long thread) {
    return block(THREADS, threadRow(new FieldWriter(), index, name, process, thread));
  }

  public static FieldWriter threadRow(
      FieldWriter to, long index, String name, long process, long thread) {
    FieldWriter row = new FieldWriter().varint(index);
    if (!name.isEmpty()) {
      text(row.u8(1), name);
    }
    text(text(row.u8(4), "Key"), "Value");
    row.u8(2).varint(process).u8(3).varint(thread);
    return to.u16(row.size()).raw(row.toArray());
  }

  /** Indexes of threads and the numbers of their last events, in turn. */
  public FramedNettrace removes(long... threads) {
    FieldWriter block = new FieldWriter();
    for (long each : threads) {
      block.varint(each);
    }
    return block(REMOVED_THREADS, block);
  }

  public FramedNettrace point(int flags, long... threads) {
    FieldWriter block = new FieldWriter().i64(0).i32(flags).i32(threads.length / 2);
    for (long each : threads) {
      block.varint(each);
    }
    return block(SEQUENCE_POINT, block);
  }

  public FramedNettrace stacks(int firstId, long[]... stacks) {
    FieldWriter block = new FieldWriter().i32(firstId).i32(stacks.length);
    for (long[] stack : stacks) {
      block.i32(8 * stack.length);
      for (long address : stack) {
        block.i64(address);
      }
    }
    return block(STACKS, block);
  }

  /** An event block with compressed events. */
  public FramedNettrace events(Consumer<FieldWriter> events) {
    return events(1, events);
  }

  /** An event block; flag 1 means compressed. */
  public FramedNettrace events(int flags, Consumer<FieldWriter> events) {
    // A header with four bytes of a later version.
    FieldWriter block = new FieldWriter().u16(24).u16(flags).i64(0).i64(Long.MAX_VALUE).i32(0);
    events.accept(block);
    return block(EVENTS, block);
  }

  /** A compressed event with all of its fields, the first of its block. */
  public static void event(
      FieldWriter block,
      int type,
      int number,
      long thread,
      int stack,
      int labels,
      byte... payload) {
    block.u8(0xff & ~32).varint(type).varint(number - 1).varint(thread).varint(3);
    block.varint(thread).varint(stack).varint(100).varint(labels);
    block.varint(payload.length).raw(payload);
  }

  /** An event that is not compressed. */
  public static void plainEvent(
      FieldWriter block,
      int type,
      int number,
      long thread,
      int stack,
      int labels,
      byte... payload) {
    block.i32(52 + payload.length).i32(type | 1 << 31).i32(number).i64(thread).i64(thread);
    block.i32(3).i32(stack).i64(100).i32(labels).i32(payload.length).raw(payload);
  }

  /** The file without its end. */
  public byte[] cutOff() {
    return file.toArray();
  }

  /** The file with its end. */
  public byte[] toArray() {
    return new FieldWriter().raw(cutOff()).i32(0).toArray();
  }
}
