// SPDX-License-Identifier: Apache-2.0
/**
 * Reads the trace that the native agent writes, and the {@code .nettrace} format of the runtime
 * itself, finished or growing. Pure Java; nothing here starts or steers a process.
 */
module dev.tiptoe.trace {
  requires transitive dev.tiptoe.resolver;
  requires static transitive org.jspecify;

  exports dev.tiptoe.trace;
  exports dev.tiptoe.trace.eventpipe;
}
