// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.format;

/**
 * A thread to which events refer. Immutable.
 *
 * @param processId the ID of its process; that of the header where a file is about one process
 * @param threadId the operating system's ID of the thread; 0 where the file does not give it
 * @param name its name; empty where the file gives none
 */
public record EventPipeThread(long processId, long threadId, String name) {}
