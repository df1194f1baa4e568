// SPDX-License-Identifier: Apache-2.0
/**
 * The border to an observed process: all that is done in its file system, and every connection with
 * its sockets, is done by a child process that acts as its user ({@code src/main/cpp/border}).
 *
 * <p>What is said over a connection, and what a trace holds, is not known here. The page {@code
 * src/site/how-it-works/security.md} says who is trusted with what.
 */
@NullMarked
package dev.tiptoe.bridge.border;

import org.jspecify.annotations.NullMarked;
