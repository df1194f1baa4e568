// SPDX-License-Identifier: Apache-2.0
/**
 * Signatures: one parser that walks a blob and tells a visitor what it meets, and a small model for
 * those who want to keep it.
 */
@NullMarked
package dev.tiptoe.metadata.signature;

import org.jspecify.annotations.NullMarked;
