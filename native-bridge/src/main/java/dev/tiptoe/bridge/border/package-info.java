// SPDX-License-Identifier: Apache-2.0
/**
 * Access to what an observed process sees: a child process that acts as its user does all work in
 * its file system and makes every connection with its sockets ({@code src/main/cpp/border}).
 *
 * <p>The contents of connections and traces do not matter here. The page {@code
 * src/site/how-it-works/security.md} describes the trust between the parts.
 */
@NullMarked
package dev.tiptoe.bridge.border;

import org.jspecify.annotations.NullMarked;
