// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.format;

/**
 * The statistics of what was read from a {@code .nettrace} file so far. Immutable.
 *
 * @param events the number of events that were returned
 * @param lostEvents the number of events that the runtime dropped, by its report or by gaps in the
 *     numbers
 * @param untypedEvents the number of events that were skipped because the file does not define
 *     their type
 * @param skippedObjects the number of objects of a type, or with a version, that this reader does
 *     not know
 * @param tailBytes the number of bytes behind the last whole object of a file that was cut off
 * @param complete whether the writer ended the file; false while it is being read
 */
public record EventPipeStatistics(
    long events,
    long lostEvents,
    long untypedEvents,
    long skippedObjects,
    long tailBytes,
    boolean complete) {}
