// SPDX-License-Identifier: Apache-2.0
/**
 * Reads ReadyToRun: native code that was compiled ahead of time, and the methods it belongs to.
 *
 * <p>It finds the method whose code is at an RVA, and the IL that the code was compiled from,
 * without a runtime. It does not read what the code needs before it can run (imports, fixups), its
 * GC information and where its variables are.
 */
@NullMarked
package dev.tiptoe.metadata.r2r;

import org.jspecify.annotations.NullMarked;
