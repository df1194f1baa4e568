// SPDX-License-Identifier: Apache-2.0
/**
 * Results that are created on first use, requested by two threads at once: each must see them
 * whole. jcstress runs these under {@code -Pwitness}, many thousand times, each time with a new
 * image.
 */
@NullMarked
package dev.tiptoe.metadata.stress;

import org.jspecify.annotations.NullMarked;
