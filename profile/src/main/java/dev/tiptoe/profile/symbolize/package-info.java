// SPDX-License-Identifier: Apache-2.0
/**
 * Symbolizes profiles of OTLP and of pprof: the table of the frames and names that were resolved
 * for a profile, and what writes them into it.
 */
@NullMarked
package dev.tiptoe.profile.symbolize;

import org.jspecify.annotations.NullMarked;
