// SPDX-License-Identifier: Apache-2.0
/** Profiles of pprof. {@link dev.tiptoe.profile.pprof.PprofSymbolizer} is where to begin. */
@NullMarked
package dev.tiptoe.profile.pprof;

import org.jspecify.annotations.NullMarked;
