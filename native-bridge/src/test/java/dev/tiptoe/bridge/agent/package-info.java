// SPDX-License-Identifier: Apache-2.0
/** Tests about the agent's sources as a whole. */
@NullMarked
package dev.tiptoe.bridge.agent;

import org.jspecify.annotations.NullMarked;
