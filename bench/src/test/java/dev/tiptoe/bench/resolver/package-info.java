// SPDX-License-Identifier: Apache-2.0
/** Tests of the sides of {@code prove bench resolver}. */
@NullMarked
package dev.tiptoe.bench.resolver;

import org.jspecify.annotations.NullMarked;
