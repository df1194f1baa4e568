// SPDX-License-Identifier: Apache-2.0
/**
 * The sides of {@code prove bench symbols} and {@code prove bench fleet}: a folder of symbol
 * indexes, and other structures with the same answers.
 */
@NullMarked
package dev.tiptoe.bench.symbols;

import org.jspecify.annotations.NullMarked;
