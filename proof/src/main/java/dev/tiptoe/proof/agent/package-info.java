// SPDX-License-Identifier: Apache-2.0
/**
 * An agent in a program that is observed from outside: what the kernel knows of it, and all that it
 * can be asked.
 */
@NullMarked
package dev.tiptoe.proof.agent;

import org.jspecify.annotations.NullMarked;
