// SPDX-License-Identifier: Apache-2.0
@NullMarked
package dev.tiptoe.proof.verify;

import org.jspecify.annotations.NullMarked;
