// SPDX-License-Identifier: Apache-2.0
/**
 * The answers of a {@link dev.tiptoe.resolver.Moment} about metadata, references, types, fields and
 * source: closed sets of values, each with its evidence or the reason why it is not known. What an
 * ID means is in {@code dev.tiptoe.resolver.map}.
 */
@NullMarked
package dev.tiptoe.resolver.answer;

import org.jspecify.annotations.NullMarked;
