// SPDX-License-Identifier: Apache-2.0
/**
 * The {@code prove} command: compares Tiptoe's claims with what the CLR says. The product does not
 * depend on this module. What measures is a program of its own, in {@code bench}.
 */
@NullMarked
package dev.tiptoe.proof;

import org.jspecify.annotations.NullMarked;
