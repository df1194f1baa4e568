// SPDX-License-Identifier: Apache-2.0
/**
 * CoreCLR inside this process, and its own reader of metadata, reached through COM.
 *
 * <p>Only for a JVM that was started for it: with the CLR's signal handlers beside its own, a JVM
 * can die of what it would otherwise survive. Who starts that JVM is elsewhere.
 */
@NullMarked
package dev.tiptoe.proof.clr;

import org.jspecify.annotations.NullMarked;
