// SPDX-License-Identifier: Apache-2.0
/**
 * Our reader against the CLR's own: a JVM of its own opens a file with both and tells every
 * difference.
 *
 * <p>{@link ClrWitness} is the side that asks; everything that is not public runs in that JVM.
 */
@NullMarked
package dev.tiptoe.proof.verify;

import org.jspecify.annotations.NullMarked;
