// SPDX-License-Identifier: Apache-2.0
/**
 * Talking to an agent inside a running program: where its control socket is, what can be asked
 * there, and what it answers.
 *
 * <p>The bytes are those of {@code src/site/reference/control-protocol.md}; nothing that a peer
 * sends makes a caller wait longer than it said, or take more memory than a message may have. How
 * an agent gets into a program is not told here.
 */
@NullMarked
package dev.tiptoe.bridge.control;

import org.jspecify.annotations.NullMarked;
