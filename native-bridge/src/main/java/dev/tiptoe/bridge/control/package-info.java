// SPDX-License-Identifier: Apache-2.0
/**
 * A client for the agent in a running program: the location of its control socket, the requests,
 * and their answers.
 *
 * <p>The bytes are those of {@code src/site/reference/control-protocol.md}. Nothing that a peer
 * sends makes a caller wait longer than its timeout, or use more memory than a message may have.
 * {@code bridge.attach} and {@code bridge.launch} bring an agent into a program.
 */
@NullMarked
package dev.tiptoe.bridge.control;

import org.jspecify.annotations.NullMarked;
