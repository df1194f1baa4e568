// SPDX-License-Identifier: Apache-2.0
/**
 * Resolves the frames of stack traces that are in a text, such as a log. {@link
 * dev.tiptoe.symbols.text.FrameText} parses one frame, {@link
 * dev.tiptoe.symbols.text.FrameRewriter} resolves it, {@link dev.tiptoe.symbols.text.StackTexts}
 * finds frames in bytes, and {@link dev.tiptoe.symbols.text.LineFilter} carries a stream of lines
 * through several threads.
 */
@NullMarked
package dev.tiptoe.symbols.text;

import org.jspecify.annotations.NullMarked;
