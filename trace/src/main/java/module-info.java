// SPDX-License-Identifier: Apache-2.0
/**
 * Reads the traces of the native agent and the runtime's own {@code .nettrace} files, finished or
 * growing, and writes traces from Java. Pure Java; nothing here starts or controls a process.
 */
module dev.tiptoe.trace {
  requires transitive dev.tiptoe.resolver;
  requires static transitive org.jspecify;

  exports dev.tiptoe.trace;
  exports dev.tiptoe.trace.eventpipe.event;
  exports dev.tiptoe.trace.eventpipe.format;
  exports dev.tiptoe.trace.eventpipe.recording;
}
