// SPDX-License-Identifier: Apache-2.0
/**
 * Maps run-time IDs to meanings, intervals and evidence, from the facts of a feed.
 *
 * <p>{@link RuntimeIdMap} takes facts from one thread and answers any number of others through
 * {@link IdView}: with facts, their intervals and evidence. It has only observations; {@code
 * dev.tiptoe.resolver.loadedness} concludes the rest, and {@code dev.tiptoe.resolver.map.storage}
 * keeps them. Nothing here reads metadata.
 */
@NullMarked
package dev.tiptoe.resolver.map;

import org.jspecify.annotations.NullMarked;
