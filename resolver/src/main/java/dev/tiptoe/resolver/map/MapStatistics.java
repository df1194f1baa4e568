// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

/**
 * Counts of facts that needed special treatment in a map. All zeros mean that every fact found its
 * place on arrival.
 *
 * @param conflicts facts that gave a living ID another meaning
 * @param late facts with an earlier time than the fact before
 * @param orphans observations of an ID that was unknown when they arrived: instances of a type not
 *     yet described, frames of a method not yet described
 * @param passedOver facts about the ID 0, or with a token of the wrong table
 * @param unknownUnloads unloads of IDs that were never reported or had ended already; this is
 *     normal
 * @param waiting the orphans that still wait for a description
 * @param lost facts that could not be placed, for which there was no room to wait
 */
public record MapStatistics(
    long conflicts,
    long late,
    long orphans,
    long passedOver,
    long unknownUnloads,
    long waiting,
    long lost) {}
