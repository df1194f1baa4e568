// SPDX-License-Identifier: Apache-2.0
/**
 * Starts .NET programs with the native agent, attaches it to programs that run, and controls it;
 * speaks with the diagnostics ports of runtimes. What is not exported (sockets, the child process
 * that acts for another user) is this library's own.
 */
@SuppressWarnings("module") // The modules of the qualified exports are compiled later.
module dev.tiptoe.bridge {
  requires transitive dev.tiptoe.trace;
  requires static com.sun.jna;
  requires jdk.net;
  requires static transitive org.jspecify;

  exports dev.tiptoe.bridge.attach;
  exports dev.tiptoe.bridge.com to
      dev.tiptoe.framework;
  exports dev.tiptoe.bridge.control;
  exports dev.tiptoe.bridge.diagnostics;
  exports dev.tiptoe.bridge.launch;
  exports dev.tiptoe.bridge.process;
  exports dev.tiptoe.bridge.socket to
      dev.tiptoe.cli;
}
