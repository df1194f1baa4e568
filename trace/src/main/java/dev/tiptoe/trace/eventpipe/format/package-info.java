// SPDX-License-Identifier: Apache-2.0
/**
 * Reads the {@code .nettrace} format: {@link EventPipeReader} returns the events that a .NET
 * runtime wrote through EventPipe, to a file or to a socket. Here are the file's header, its blocks
 * in both framings, the tables of types, threads, stacks and labels, and the bytes of an event.
 *
 * <p>The supported parts of the format are described in {@code src/site/reference/nettrace.md}.
 * What an event means is not decided here.
 */
@NullMarked
package dev.tiptoe.trace.eventpipe.format;

import org.jspecify.annotations.NullMarked;
