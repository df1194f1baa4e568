// SPDX-License-Identifier: Apache-2.0
/**
 * The tables: their schema as data, the computation of their layout, the reading of one cell, and
 * reverse indexes, from a row to the rows that refer to it.
 *
 * <p>{@code dev.tiptoe.metadata.image} has the meaning of rows.
 */
@NullMarked
package dev.tiptoe.metadata.table;

import org.jspecify.annotations.NullMarked;
