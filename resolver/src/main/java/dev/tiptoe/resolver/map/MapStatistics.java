// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

/**
 * Counts of the facts that a map took in and that did not fit. All zeros mean that every fact had
 * its place.
 *
 * @param conflicts facts that gave a living ID another meaning
 * @param late facts with an earlier time than the fact before; they were taken as of that time
 * @param orphans facts about an ID of which nothing was known: instances of a type never described,
 *     frames of a method never described
 * @param passedOver facts about the ID 0, or with a token of the wrong table
 * @param unknownUnloads unloads of IDs that were never met or had ended already; quite normal
 */
public record MapStatistics(
    long conflicts, long late, long orphans, long passedOver, long unknownUnloads) {}
