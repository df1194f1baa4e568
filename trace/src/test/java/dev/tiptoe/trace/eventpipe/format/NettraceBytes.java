// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.format;

import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Builds {@code .nettrace} files as the format's description has them, or nearly so: every object's
 * type, version and content can be wrong.
 */
public final class NettraceBytes {

  public static final int BEGAN_TICKS = 1_000_000;
  public static final int TICKS_PER_SECOND = 10_000_000;
  public static final String RUNTIME = "Microsoft-Windows-DotNETRuntime";
  public static final String RUNDOWN = "Microsoft-Windows-DotNETRuntimeRundown";

  private final FieldWriter file = new FieldWriter();

  /** A file of version 4 that has only its Trace object. */
  public NettraceBytes() {
    this(4, 4, 8);
  }

  public NettraceBytes(int version, int oldestReader, int pointerSize) {
    magic();
    type("Trace", version, oldestReader);
    // 2024-02-29 23:59:58.500 UTC, a Thursday.
    for (int part : new int[] {2024, 2, 4, 29, 23, 59, 58, 500}) {
      file.u16(part);
    }
    file.i64(BEGAN_TICKS).i64(TICKS_PER_SECOND).i32(pointerSize).i32(4711).i32(8).i32(1_000_000);
    file.u8(6);
  }

  private void magic() {
    file.raw("Nettrace".getBytes(StandardCharsets.US_ASCII));
    file.ascii("!FastSerialization.1");
  }

  private void type(String name, int version, int oldestReader) {
    file.u8(5).u8(5).u8(1).i32(version).i32(oldestReader).ascii(name).u8(6);
  }

  /** An object with its length, aligned. */
  public NettraceBytes object(String type, int version, byte... content) {
    type(type, version, version);
    file.i32(content.length);
    while (file.size() % 4 != 0) {
      file.u8(0);
    }
    file.raw(content).u8(6);
    return this;
  }

  /** An EventBlock with compressed events. */
  public NettraceBytes events(Consumer<FieldWriter> events) {
    return object("EventBlock", 2, block(1, events));
  }

  /** An EventBlock whose events are not compressed, given the offset to which they are aligned. */
  public NettraceBytes plainEvents(Consumer<PlainEvents> events) {
    return object("EventBlock", 2, block(0, fields -> events.accept(new PlainEvents(fields))));
  }

  /** A MetadataBlock. */
  public NettraceBytes definitions(Consumer<FieldWriter> definitions) {
    return object("MetadataBlock", 2, block(1, definitions));
  }

  /** A MetadataBlock with one definition, of a type without fields. */
  public NettraceBytes defines(int id, String provider, int number) {
    return definitions(
        block -> definition(block, definitionOf(id, provider, number, "").i32(0).toArray()));
  }

  public static FieldWriter definitionOf(int id, String provider, int number, String name) {
    return new FieldWriter()
        .i32(id)
        .utf16(provider)
        .i32(number)
        .utf16(name)
        .i64(0x30)
        .i32(2)
        .i32(4);
  }

  /** One blob of a MetadataBlock. */
  public static void definition(FieldWriter block, byte... payload) {
    block.u8(0x80).varint(0).varint(payload.length).raw(payload);
  }

  /** A compressed event with all of its fields. */
  public static void event(
      FieldWriter block, int typeId, int sequenceDelta, long ticksDelta, byte... payload) {
    block.u8(1 | 2 | 4 | 128).varint(typeId);
    block.varint(sequenceDelta).varint(77).varint(3);
    block.varint(78).varint(ticksDelta).varint(payload.length).raw(payload);
  }

  public NettraceBytes stacks(int firstId, long[]... stacks) {
    FieldWriter block = new FieldWriter().i32(firstId).i32(stacks.length);
    for (long[] stack : stacks) {
      block.i32(8 * stack.length);
      for (long address : stack) {
        block.i64(address);
      }
    }
    return object("StackBlock", 2, block.toArray());
  }

  /** A sequence point; threads and the numbers of their last events, in turn. */
  public NettraceBytes point(long... threads) {
    FieldWriter block = new FieldWriter().i64(0).i32(threads.length / 2);
    for (int i = 0; i < threads.length; i += 2) {
      block.i64(threads[i]).i32((int) threads[i + 1]);
    }
    return object("SPBlock", 2, block.toArray());
  }

  public NettraceBytes raw(byte... any) {
    file.raw(any);
    return this;
  }

  /** The file without its end. */
  public byte[] cutOff() {
    return file.toArray();
  }

  /** The file with its end. */
  public byte[] toArray() {
    return new FieldWriter().raw(cutOff()).u8(1).toArray();
  }

  private static byte[] block(int flags, Consumer<FieldWriter> events) {
    // A header with four bytes of a later version.
    FieldWriter block = new FieldWriter().u16(24).u16(flags).i64(0).i64(Long.MAX_VALUE).i32(0);
    events.accept(block);
    return block.toArray();
  }

  /** Events in the form that is not compressed. */
  public record PlainEvents(FieldWriter block) {

    public void event(
        int typeId, int sequence, long ticks, int stackId, UUID activity, byte... payload) {
      block.i32(76 + payload.length).i32(typeId | 1 << 31).i32(sequence);
      block.i64(78).i64(77).i32(3).i32(stackId).i64(ticks);
      block.guid(activity).guid(new UUID(3, 4)).i32(payload.length).raw(payload);
      // A block begins aligned, so what is aligned in it is aligned in the file.
      while (block.size() % 4 != 0) {
        block.u8(0);
      }
    }
  }
}
