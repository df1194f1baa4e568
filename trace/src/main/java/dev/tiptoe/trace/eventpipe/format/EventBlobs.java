// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.format;

import java.util.UUID;

/**
 * The events of one event block, or the definitions of one metadata block of version 4 or 5, one
 * after the other.
 *
 * <pre>
 *   u16 size of this header, u16 flags (1: compressed), i64 first time, i64 last time, ...
 *   events
 * </pre>
 *
 * <p>Since version 6 an event has the number of a thread and of a list of labels; before, a
 * thread's ID and the IDs of two activities. A compressed event leaves out the fields that are the
 * same as in the event before, and has its time as a difference. Mutable, not thread-safe: its
 * methods describe the event that {@link #next} has read.
 */
final class EventBlobs {

  private static final int COMPRESSED = 1;
  private static final int IS_SORTED = 1 << 31;

  private static final int HAS_TYPE = 1;
  private static final int HAS_WRITER = 1 << 1;
  private static final int HAS_THREAD = 1 << 2;
  private static final int HAS_STACK = 1 << 3;
  private static final int HAS_ACTIVITY = 1 << 4;
  private static final int HAS_LABELS = 1 << 4;
  private static final int HAS_RELATED_ACTIVITY = 1 << 5;
  private static final int HAS_LENGTH = 1 << 7;

  private final EventBytes block;
  private final boolean labelled;
  private final boolean compressed;

  private int typeId;
  private int sequence;
  private long captureThreadId;
  private int processor;
  private long threadId;
  private int stackId;
  private long ticks;
  private UUID activityId = EventLabels.NO_ACTIVITY;
  private UUID relatedActivityId = EventLabels.NO_ACTIVITY;
  private int labelsId;
  private int length;
  private EventBytes payload;

  /** Creates an instance without events. */
  EventBlobs() {
    this.block = EventBytes.NONE;
    this.payload = block;
    this.labelled = false;
    this.compressed = true;
  }

  /**
   * Creates an instance for a block.
   *
   * @param labelled whether events have labels, which they do since version 6
   */
  EventBlobs(EventBytes block, boolean labelled) {
    this.block = block;
    this.payload = block;
    this.labelled = labelled;
    int size = block.u16();
    this.compressed = (block.u16() & COMPRESSED) != 0;
    block.skip(size - 2 * Short.BYTES);
  }

  /** Reads the next event. Returns false when there is none. */
  boolean next() {
    if (block.remaining() == 0) {
      return false;
    }
    if (compressed) {
      compressedHeader();
    } else {
      header();
    }
    payload = block.part(length);
    if (!compressed && !labelled) {
      // The alignment is that of the offset in the file, not in the block.
      block.skip((int) Math.min(-block.offset() & 3, block.remaining()));
    }
    return true;
  }

  /** Returns the number of the definition of its type; 0 in a MetadataBlock. */
  int typeId() {
    return typeId;
  }

  /** Returns the number that the writing thread gave it. */
  int sequence() {
    return sequence;
  }

  long captureThreadId() {
    return captureThreadId;
  }

  int stackId() {
    return stackId;
  }

  EventBytes payload() {
    return payload;
  }

  /** Returns the ID of the thread that it is about; its number since version 6. */
  long threadId() {
    return threadId;
  }

  /** Returns the number of its list of labels; 0 for none. */
  int labelsId() {
    return labelsId;
  }

  /** Returns the activities that it has before version 6. */
  EventLabels activities() {
    return activityId.equals(EventLabels.NO_ACTIVITY)
            && relatedActivityId.equals(EventLabels.NO_ACTIVITY)
        ? EventLabels.NONE
        : EventLabels.of(activityId, relatedActivityId);
  }

  /** Returns the event itself. */
  EventPipeEvent event(
      EventType type,
      EventPipeThread thread,
      long captureThread,
      EventLabels labels,
      EventPipeStack stack) {
    return new EventPipeEvent(
        type, ticks, thread, captureThread, processor, labels, stack, payload);
  }

  private void header() {
    block.i32(); // The size of the event, which the payload's length implies.
    typeId = block.i32() & ~IS_SORTED;
    sequence = block.i32();
    threadId = block.i64();
    captureThreadId = block.i64();
    processor = block.i32();
    stackId = block.i32();
    ticks = block.i64();
    if (labelled) {
      labelsId = block.i32();
    } else {
      activityId = block.guid();
      relatedActivityId = block.guid();
    }
    length = block.i32();
  }

  private void compressedHeader() {
    int flags = block.u8();
    if ((flags & HAS_TYPE) != 0) {
      typeId = block.varint32();
    }
    if ((flags & HAS_WRITER) != 0) {
      sequence += block.varint32();
      captureThreadId = block.varint64();
      processor = block.varint32();
    }
    if (labelled || typeId != 0) {
      sequence++;
    }
    if ((flags & HAS_THREAD) != 0) {
      threadId = block.varint64();
    }
    if ((flags & HAS_STACK) != 0) {
      stackId = block.varint32();
    }
    ticks += block.varint64();
    if (labelled) {
      labelsId = (flags & HAS_LABELS) != 0 ? block.varint32() : labelsId;
    } else {
      activityId = (flags & HAS_ACTIVITY) != 0 ? block.guid() : activityId;
      relatedActivityId = (flags & HAS_RELATED_ACTIVITY) != 0 ? block.guid() : relatedActivityId;
    }
    if ((flags & HAS_LENGTH) != 0) {
      length = block.varint32();
    }
  }
}
