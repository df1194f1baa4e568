// SPDX-License-Identifier: Apache-2.0
/**
 * The runtime's own record of the types it loads, and the comparison of Tiptoe's claims with it.
 *
 * <p>{@link dev.tiptoe.proof.truth.typeload.TypeLoadEvents} is the witness; the other classes read
 * the record, align both clocks, and judge claims one by one.
 */
@NullMarked
package dev.tiptoe.proof.truth.typeload;

import org.jspecify.annotations.NullMarked;
