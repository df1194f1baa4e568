// SPDX-License-Identifier: Apache-2.0
/**
 * The diagnostics port of a .NET runtime: where a process has it, the .NET Diagnostics IPC protocol
 * that it speaks, and the port that a runtime itself connects to before it starts.
 *
 * <p>What is asked of a runtime through it, and what becomes of the answers, is decided elsewhere.
 */
@NullMarked
package dev.tiptoe.bridge.diagnostics;

import org.jspecify.annotations.NullMarked;
