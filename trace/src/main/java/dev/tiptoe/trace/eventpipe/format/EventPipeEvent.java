// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.format;

import java.time.Instant;
import java.util.Map;
import java.util.UUID;

/**
 * One event of a {@code .nettrace} file. Immutable; it keeps its block, some 100 KB, in memory.
 *
 * @param type the kind of event
 * @param ticks when it happened, see {@link EventPipeHeader#instant(long)}
 * @param thread the thread that it is about
 * @param captureThreadId the ID of the thread that wrote it; nearly always the same
 * @param processor the processor on which the writing thread ran
 * @param labels what connects it with other events
 * @param stack the stack of the writing thread
 * @param payload its fields
 */
public record EventPipeEvent(
    EventType type,
    long ticks,
    EventPipeThread thread,
    long captureThreadId,
    int processor,
    EventLabels labels,
    EventPipeStack stack,
    EventBytes payload) {

  /** Returns the operating system's ID of the thread that it is about. */
  public long threadId() {
    return thread.threadId();
  }

  /** Returns the activity that it belongs to; all zero for none. */
  public UUID activityId() {
    return labels.activityId();
  }

  /** Returns the activity that caused that one; all zero for none. */
  public UUID relatedActivityId() {
    return labels.relatedActivityId();
  }

  /** Returns the event's fields, to be read from the first on; each call returns new bytes. */
  @Override
  public EventBytes payload() {
    return payload.fromStart();
  }

  /**
   * Returns the values of its fields by name, in order, decoded by the description of its type:
   * {@code Long}, {@code Double}, {@code Boolean}, {@code String}, {@code UUID}, {@code byte[]}, a
   * {@code List} for an array, a {@code Map} for an object. Fields behind one of an unknown type
   * are left out.
   *
   * @throws EventPipeFormatException when the payload does not have the described fields
   */
  public Map<String, Object> values() {
    return EventValues.of(type.fields(), payload());
  }

  /** Returns when it happened, in a file with that header. */
  public Instant at(EventPipeHeader header) {
    return header.instant(ticks);
  }
}
