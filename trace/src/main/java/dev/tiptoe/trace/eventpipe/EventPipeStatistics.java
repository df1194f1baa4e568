// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe;

/**
 * The statistics of what was read from a {@code .nettrace} file so far. Immutable.
 *
 * @param events that were given
 * @param lostEvents that the runtime says it dropped, or that numbers are missing for
 * @param untypedEvents that were passed over since the file does not define their type
 * @param skippedObjects of a type, or with a version, that this reader does not know
 * @param tailBytes behind the last whole object of a file that was cut off
 * @param complete whether the writer ended the file; false while it is being read
 */
public record EventPipeStatistics(
    long events,
    long lostEvents,
    long untypedEvents,
    long skippedObjects,
    long tailBytes,
    boolean complete) {}
