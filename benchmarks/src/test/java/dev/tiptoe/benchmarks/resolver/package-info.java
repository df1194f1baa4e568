// SPDX-License-Identifier: Apache-2.0
/** Tests of the sides of {@code tiptoe bench resolver}. */
@NullMarked
package dev.tiptoe.benchmarks.resolver;

import org.jspecify.annotations.NullMarked;
