// SPDX-License-Identifier: Apache-2.0
/**
 * The runtime's own record of the types it loads, and Tiptoe's claims beside it.
 *
 * <p>{@link dev.tiptoe.proof.truth.typeload.TypeLoadEvents} is the witness; the rest reads the
 * record, brings both clocks together, and judges claims one by one.
 */
@NullMarked
package dev.tiptoe.proof.truth.typeload;

import org.jspecify.annotations.NullMarked;
