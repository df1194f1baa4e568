// SPDX-License-Identifier: Apache-2.0
/**
 * Parses signatures: walks a blob and passes its parts to a visitor, without creating objects.
 * Signatures as objects are in {@code dev.tiptoe.metadata.signature}. Not exported.
 */
@NullMarked
package dev.tiptoe.metadata.parser;

import org.jspecify.annotations.NullMarked;
