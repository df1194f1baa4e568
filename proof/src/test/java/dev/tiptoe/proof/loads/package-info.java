// SPDX-License-Identifier: Apache-2.0
/** Tests of what is said of a program's loads with the agent and without it. */
@NullMarked
package dev.tiptoe.proof.loads;

import org.jspecify.annotations.NullMarked;
