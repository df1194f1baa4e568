// SPDX-License-Identifier: Apache-2.0
/**
 * The parser of signatures, which walks a blob and tells a visitor what it meets, without making
 * objects. Those who want to keep a signature use {@code dev.tiptoe.metadata.signature}. Not
 * exported.
 */
@NullMarked
package dev.tiptoe.metadata.parser;

import org.jspecify.annotations.NullMarked;
