// SPDX-License-Identifier: Apache-2.0
/**
 * The {@code .nettrace} format, reading side: {@link EventPipeReader} gives the events that a .NET
 * runtime wrote through EventPipe, to a file or to a socket, and {@link RuntimeEvent} what the
 * runtime's own events say.
 *
 * <p>What is read of the format is described in {@code src/site/reference/nettrace.md}. What the
 * events add up to is not worked out here, and nothing here starts or steers a process.
 */
@NullMarked
package dev.tiptoe.trace.eventpipe;

import org.jspecify.annotations.NullMarked;
