// SPDX-License-Identifier: Apache-2.0
/**
 * Reads the {@code .nettrace} format: {@link EventPipeReader} returns the events that a .NET
 * runtime wrote through EventPipe, to a file or to a socket, and {@link RuntimeEvent} decodes the
 * runtime's own events.
 *
 * <p>The supported parts of the format are described in {@code src/site/reference/nettrace.md}. The
 * resolver draws conclusions from the events; nothing here starts or controls a process.
 */
@NullMarked
package dev.tiptoe.trace.eventpipe;

import org.jspecify.annotations.NullMarked;
