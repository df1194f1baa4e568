// SPDX-License-Identifier: Apache-2.0
/**
 * Makes facts and samples of the events: {@link EventPipeFacts} passes the facts of a file to a
 * feed, and {@link EventPipeRecording} reads a whole file into a session, and its samples as stacks
 * of methods.
 *
 * <p>The resolver draws conclusions from the facts; nothing here starts or controls a process.
 */
@NullMarked
package dev.tiptoe.trace.eventpipe.recording;

import org.jspecify.annotations.NullMarked;
