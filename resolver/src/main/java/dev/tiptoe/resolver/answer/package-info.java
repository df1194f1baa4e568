// SPDX-License-Identifier: Apache-2.0
/**
 * What a {@link dev.tiptoe.resolver.Moment} answers about metadata, references, types, fields and
 * source: closed sets of values, each of which says how it is known or why it is not. What an ID
 * means is in {@code dev.tiptoe.resolver.map}.
 */
@NullMarked
package dev.tiptoe.resolver.answer;

import org.jspecify.annotations.NullMarked;
