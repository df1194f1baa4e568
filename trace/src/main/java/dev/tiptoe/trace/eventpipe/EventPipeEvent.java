// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe;

import java.time.Instant;
import java.util.UUID;

/**
 * One event of a {@code .nettrace} file. Immutable; it keeps its block, some 100 KB, in memory.
 *
 * @param type what kind of event it is
 * @param ticks when it happened, see {@link EventPipeHeader#instant(long)}
 * @param threadId the thread that it tells of, as the operating system numbers it
 * @param captureThreadId the thread that wrote it; nearly always the same
 * @param processor on which the writing thread ran
 * @param activityId of the activity that it belongs to; all zero for none
 * @param relatedActivityId of the activity that caused that one; all zero for none
 * @param stack of the writing thread
 * @param payload what it says
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

  /** What the event says, to be read from its first field on: new bytes with each call. */
  @Override
  public EventBytes payload() {
    return payload.fromStart();
  }

  /** When it happened, in a file with that header. */
  public Instant at(EventPipeHeader header) {
    return header.instant(ticks);
  }
}
