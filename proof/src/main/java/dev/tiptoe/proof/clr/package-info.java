// SPDX-License-Identifier: Apache-2.0
/**
 * CoreCLR inside this process, and its own reader of metadata, through COM.
 *
 * <p>Only for a JVM that was started for it: with the CLR's signal handlers beside its own, a JVM
 * can crash where it otherwise would not. {@code dev.tiptoe.proof.verify} starts that JVM.
 */
@NullMarked
package dev.tiptoe.proof.clr;

import org.jspecify.annotations.NullMarked;
