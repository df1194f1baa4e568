// SPDX-License-Identifier: Apache-2.0
/**
 * What OTLP and pprof have in common: locations, functions, and the table of the frames and names
 * that were resolved for a profile.
 */
@NullMarked
package dev.tiptoe.profile.frame;

import org.jspecify.annotations.NullMarked;
