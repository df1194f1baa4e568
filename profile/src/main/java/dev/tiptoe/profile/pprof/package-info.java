// SPDX-License-Identifier: Apache-2.0
/** Symbolizes profiles of pprof: {@link dev.tiptoe.profile.pprof.PprofSymbolizer}. */
@NullMarked
package dev.tiptoe.profile.pprof;

import org.jspecify.annotations.NullMarked;
