// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import dev.tiptoe.resolver.id.RuntimeID;

/**
 * Two facts that cannot both be true: one ID, two meanings, and no unload in between that was known
 * by then.
 *
 * @param at when the later fact came
 * @param id the ID
 * @param known what was known of it
 * @param claimed the meaning in the later fact
 */
public record Conflict(long at, RuntimeID id, String known, String claimed) {}
