// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import dev.tiptoe.resolver.id.RuntimeID;

/**
 * One meaning of a run-time ID: the ID, and when that meaning began. Immutable.
 *
 * <p>It is no lock: nothing is kept alive by it. Whoever is about to use the ID in the running
 * program shows it, and is refused when the ID has come to mean something else, or nothing. So an
 * agent needs to know no more than when it last heard of the ID's unloading.
 *
 * @param id the ID
 * @param since when its meaning began
 * @param <I> the kind of ID
 */
public record Lease<I extends RuntimeID>(I id, long since) {}
