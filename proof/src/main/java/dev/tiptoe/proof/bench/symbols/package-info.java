// SPDX-License-Identifier: Apache-2.0
/** The works of {@code prove bench symbols}, and their peers. */
@NullMarked
package dev.tiptoe.proof.bench.symbols;

import org.jspecify.annotations.NullMarked;
