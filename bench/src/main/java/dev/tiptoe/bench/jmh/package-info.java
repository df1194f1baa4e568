// SPDX-License-Identifier: Apache-2.0
/** Measurements with JMH, each beside a peer in the same run. */
@NullMarked
package dev.tiptoe.bench.jmh;

import org.jspecify.annotations.NullMarked;
