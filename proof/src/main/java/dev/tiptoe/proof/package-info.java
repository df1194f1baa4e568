// SPDX-License-Identifier: Apache-2.0
/**
 * The {@code prove} command: compares Tiptoe's claims with independent sources, and measures it
 * beside its peers. The product does not depend on this module.
 */
@NullMarked
package dev.tiptoe.proof;

import org.jspecify.annotations.NullMarked;
