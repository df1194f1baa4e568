// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.format;

/**
 * One block of a {@code .nettrace} file, whatever the version.
 *
 * @param kind its kind
 * @param content its bytes, without what frames it in the file
 */
record EventPipeBlock(Kind kind, EventBytes content) {

  /** The kinds of blocks. */
  enum Kind {
    /** Events. */
    EVENTS,
    /** Definitions of event types. */
    METADATA,
    /** Call stacks to which events refer. */
    STACKS,
    /** A point up to which the threads have written their events. */
    SEQUENCE_POINT,
    /** Threads to which events refer, since version 6. */
    THREADS,
    /** Threads to which no later event refers, since version 6. */
    REMOVED_THREADS,
    /** Labels to which events refer, since version 6. */
    LABELS,
    /** A kind, or a version of one, that is not read. */
    UNKNOWN
  }
}
