// SPDX-License-Identifier: Apache-2.0
/**
 * The sides of {@code prove bench resolver}: the map of run-time IDs, and hash maps with the same
 * contents. Each is a process of its own, which {@link dev.tiptoe.bench.resolver.ResolverBench}
 * runs.
 */
@NullMarked
package dev.tiptoe.bench.resolver;

import org.jspecify.annotations.NullMarked;
