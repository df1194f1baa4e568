// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

/**
 * What the map counted while it took facts in. All zeros mean that every fact had its place.
 *
 * @param contradictions facts that gave a living ID another meaning
 * @param late facts with an earlier time than the fact before; they were taken as of that time
 * @param orphans facts about an ID of which nothing was known: instances of a type never described,
 *     frames of a method never described
 * @param passedOver facts about the ID 0, or with a token of the wrong table
 * @param unknownUnloads unloads of IDs that were never met or had ended already; quite normal
 */
public record Books(
    long contradictions, long late, long orphans, long passedOver, long unknownUnloads) {}
