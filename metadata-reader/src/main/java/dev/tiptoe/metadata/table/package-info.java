// SPDX-License-Identifier: Apache-2.0
/**
 * The tables: their schema as data, the computation of their layout, and the reading of one cell.
 *
 * <p>What a row means is known to {@code dev.tiptoe.metadata.image}.
 */
@NullMarked
package dev.tiptoe.metadata.table;

import org.jspecify.annotations.NullMarked;
