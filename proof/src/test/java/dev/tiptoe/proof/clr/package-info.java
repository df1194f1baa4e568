// SPDX-License-Identifier: Apache-2.0
/** Tests of what stands around the CLR's metadata reader. */
@NullMarked
package dev.tiptoe.proof.clr;

import org.jspecify.annotations.NullMarked;
