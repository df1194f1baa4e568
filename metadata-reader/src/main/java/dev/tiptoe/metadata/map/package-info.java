// SPDX-License-Identifier: Apache-2.0
/**
 * A table of numbers, for the modules above: {@link dev.tiptoe.metadata.map.LongIntMap}. Maps of
 * objects are the JDK's.
 */
@NullMarked
package dev.tiptoe.metadata.map;

import org.jspecify.annotations.NullMarked;
