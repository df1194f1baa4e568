// SPDX-License-Identifier: Apache-2.0
/**
 * The map while a fact is fed and another thread reads: what it sees must be whole. jcstress runs
 * these under {@code -Pwitness}, many thousand times, each time with a new map.
 */
@NullMarked
package dev.tiptoe.resolver.stress;

import org.jspecify.annotations.NullMarked;
