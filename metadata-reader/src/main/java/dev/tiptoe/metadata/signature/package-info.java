// SPDX-License-Identifier: Apache-2.0
/**
 * Signatures as values: {@link dev.tiptoe.metadata.signature.Signature} and {@link
 * dev.tiptoe.metadata.signature.TypeSignature}, made from the blobs of rows.
 *
 * @ecma II.23.2
 */
@NullMarked
package dev.tiptoe.metadata.signature;

import org.jspecify.annotations.NullMarked;
