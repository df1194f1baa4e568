// SPDX-License-Identifier: Apache-2.0
/**
 * Compares our reader with the CLR's own: a JVM of its own opens a file with both and reports every
 * difference.
 *
 * <p>{@link ClrWitness} runs in this JVM; everything that is not public runs in the other.
 */
@NullMarked
package dev.tiptoe.proof.verify;

import org.jspecify.annotations.NullMarked;
