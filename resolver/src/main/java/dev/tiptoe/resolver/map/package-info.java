// SPDX-License-Identifier: Apache-2.0
/**
 * What the facts of a feed add up to: which run-time ID means what, from when to when, and how that
 * is known.
 *
 * <p>{@link RuntimeIdMap} takes facts from one thread and answers any number of others through
 * {@link IdView}. Here is only what was observed; what follows from it by rules is worked out in
 * {@code dev.tiptoe.resolver.loadedness}. Nothing here reads metadata.
 */
@NullMarked
package dev.tiptoe.resolver.map;

import org.jspecify.annotations.NullMarked;
