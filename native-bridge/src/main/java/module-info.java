// SPDX-License-Identifier: Apache-2.0
/**
 * Starts and attaches the native agent and controls it; talks to runtimes through their diagnostics
 * ports, and to native code through COM.
 */
module dev.tiptoe.bridge {
  requires transitive dev.tiptoe.trace;
  requires static com.sun.jna;
  requires jdk.net;
  requires static transitive org.jspecify;

  exports dev.tiptoe.bridge.attach;
  exports dev.tiptoe.bridge.control;
  exports dev.tiptoe.bridge.diagnostics;
  exports dev.tiptoe.bridge.framework;
  exports dev.tiptoe.bridge.launch;
  exports dev.tiptoe.bridge.socket;
}
