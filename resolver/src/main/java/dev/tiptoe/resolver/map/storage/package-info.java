// SPDX-License-Identifier: Apache-2.0
/**
 * Stores the facts of a map: tables of numbers, indexes by ID, token and name, and the replay of
 * late facts.
 *
 * <p>{@link StoredMap} is the front, and implements {@code RuntimeIdMap}. A fact goes through
 * {@code FactIntake} into the tables of {@code MapTables}, of which each has an {@code IdTable}
 * with the rows; {@code Replay} takes in late facts, and {@code Unloading} ends what depends on an
 * unload. {@code StoredView} and {@code TokenLookup} answer. One thread writes, and readers never
 * wait.
 */
@NullMarked
package dev.tiptoe.resolver.map.storage;

import org.jspecify.annotations.NullMarked;
