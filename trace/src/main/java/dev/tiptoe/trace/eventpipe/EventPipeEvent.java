// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe;

import java.time.Instant;
import java.util.UUID;

/**
 * One event of a {@code .nettrace} file. Immutable; it keeps its block, some 100 KB, in memory.
 *
 * @param type the kind of event
 * @param ticks when it happened, see {@link EventPipeHeader#instant(long)}
 * @param threadId the operating system's ID of the thread that it is about
 * @param captureThreadId the ID of the thread that wrote it; nearly always the same
 * @param processor the processor on which the writing thread ran
 * @param activityId the activity that it belongs to; all zero for none
 * @param relatedActivityId the activity that caused that one; all zero for none
 * @param stack the stack of the writing thread
 * @param payload its fields
 */
public record EventPipeEvent(
    EventType type,
    long ticks,
    long threadId,
    long captureThreadId,
    int processor,
    UUID activityId,
    UUID relatedActivityId,
    EventPipeStack stack,
    EventBytes payload) {

  /** Returns the event's fields, to be read from the first on; each call returns new bytes. */
  @Override
  public EventBytes payload() {
    return payload.fromStart();
  }

  /** Returns when it happened, in a file with that header. */
  public Instant at(EventPipeHeader header) {
    return header.instant(ticks);
  }
}
