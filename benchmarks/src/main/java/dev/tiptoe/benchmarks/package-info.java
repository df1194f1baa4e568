// SPDX-License-Identifier: Apache-2.0
/** Measurements with JMH, each beside a peer in the same run. */
@NullMarked
package dev.tiptoe.benchmarks;

import org.jspecify.annotations.NullMarked;
