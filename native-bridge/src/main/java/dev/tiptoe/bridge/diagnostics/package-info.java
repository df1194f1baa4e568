// SPDX-License-Identifier: Apache-2.0
/**
 * The diagnostics port of a .NET runtime: its location in a process, the .NET Diagnostics IPC
 * protocol, and the port to which a runtime connects before it starts.
 *
 * <p>The callers decide which commands are sent and what their answers mean.
 */
@NullMarked
package dev.tiptoe.bridge.diagnostics;

import org.jspecify.annotations.NullMarked;
