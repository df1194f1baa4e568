// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import dev.tiptoe.resolver.id.RuntimeID;

/**
 * One meaning of a run-time ID: the ID, and when that meaning began. Immutable.
 *
 * <p>It is not a lock and keeps nothing alive. A caller that is about to use the ID in the running
 * program passes it on, and is refused when the ID has another meaning or none. So an agent needs
 * only the time of the last unload of the ID.
 *
 * @param id the ID
 * @param since when its meaning began
 * @param <I> the kind of ID
 */
public record Lease<I extends RuntimeID>(I id, long since) {}
