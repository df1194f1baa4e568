// SPDX-License-Identifier: Apache-2.0
/** Tests of the witness that is a process given up for the truth. */
@NullMarked
package dev.tiptoe.proof.truth.sacrifice;

import org.jspecify.annotations.NullMarked;
