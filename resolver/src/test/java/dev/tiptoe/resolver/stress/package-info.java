// SPDX-License-Identifier: Apache-2.0
/**
 * The map while a fact is told, asked by another thread: what it sees must be whole. jcstress runs
 * these under {@code -Pwitness}, many thousand times, each time with a map that is new.
 */
@NullMarked
package dev.tiptoe.resolver.stress;

import org.jspecify.annotations.NullMarked;
