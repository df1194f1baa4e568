// SPDX-License-Identifier: Apache-2.0
/**
 * Sockets of the Unix domain, as both the agent's and the runtime's are: what trying to connect
 * tells of whoever should listen there. What is said over a connection is not told here.
 */
@NullMarked
package dev.tiptoe.bridge.socket;

import org.jspecify.annotations.NullMarked;
