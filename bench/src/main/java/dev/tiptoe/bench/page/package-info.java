// SPDX-License-Identifier: Apache-2.0
/**
 * The pages of {@code prove bench page}, and the browser that opens them and moves their pictures.
 */
@NullMarked
package dev.tiptoe.bench.page;

import org.jspecify.annotations.NullMarked;
