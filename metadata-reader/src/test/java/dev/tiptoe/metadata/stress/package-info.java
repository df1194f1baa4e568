// SPDX-License-Identifier: Apache-2.0
/**
 * What is made on first use, asked for by two threads at once: each must see it whole. jcstress
 * runs these under {@code -Pwitness}, many thousand times, each time with an image that is new.
 */
@NullMarked
package dev.tiptoe.metadata.stress;

import org.jspecify.annotations.NullMarked;
