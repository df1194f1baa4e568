// SPDX-License-Identifier: Apache-2.0
/**
 * The {@code prove} command: compares what Tiptoe claims with what others know, and measures it
 * beside its peers. Nothing of the product knows this module.
 */
@NullMarked
package dev.tiptoe.proof;

import org.jspecify.annotations.NullMarked;
