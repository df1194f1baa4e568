// SPDX-License-Identifier: Apache-2.0
/**
 * Unix-domain sockets, as the agent and the runtime use them: connecting with a deadline, and what
 * a failure shows about the listening process. The protocols are in other packages.
 */
@NullMarked
package dev.tiptoe.bridge.socket;

import org.jspecify.annotations.NullMarked;
