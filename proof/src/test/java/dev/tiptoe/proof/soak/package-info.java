// SPDX-License-Identifier: Apache-2.0
/** Tests of the witness that lets the agent come and go. */
@NullMarked
package dev.tiptoe.proof.soak;

import org.jspecify.annotations.NullMarked;
