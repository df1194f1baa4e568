// SPDX-License-Identifier: Apache-2.0
/**
 * ReadyToRun: native code that was compiled ahead of time, and the methods it belongs to.
 *
 * <p>It answers for an RVA which method's code lies there, without a runtime. What the code needs
 * before it can run (imports, fixups), its GC and debug information are none of its business.
 */
@NullMarked
package dev.tiptoe.metadata.r2r;

import org.jspecify.annotations.NullMarked;
