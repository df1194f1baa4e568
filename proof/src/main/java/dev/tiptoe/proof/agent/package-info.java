// SPDX-License-Identifier: Apache-2.0
/**
 * Observes an agent in a program from outside: the kernel's view of it, and its answers to all
 * requests.
 */
@NullMarked
package dev.tiptoe.proof.agent;

import org.jspecify.annotations.NullMarked;
