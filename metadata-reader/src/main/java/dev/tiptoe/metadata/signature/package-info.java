// SPDX-License-Identifier: Apache-2.0
/** Signatures: one parser that walks a blob and calls a visitor, and a small model to keep. */
@NullMarked
package dev.tiptoe.metadata.signature;

import org.jspecify.annotations.NullMarked;
