// SPDX-License-Identifier: Apache-2.0
/**
 * The trace format, what starts and steers the native agent that writes it, the {@code .nettrace}
 * format of the runtime itself, and COM.
 */
module dev.tiptoe.bridge {
  requires transitive dev.tiptoe.resolver;
  // Only steering a process needs native calls; reading a trace does not.
  requires static com.sun.jna;
  requires jdk.net;
  requires static transitive org.jspecify;

  exports dev.tiptoe.bridge.attach;
  exports dev.tiptoe.bridge.com;
  exports dev.tiptoe.bridge.control;
  exports dev.tiptoe.bridge.diagnostics;
  exports dev.tiptoe.bridge.eventpipe;
  exports dev.tiptoe.bridge.framework;
  exports dev.tiptoe.bridge.launch;
  exports dev.tiptoe.bridge.socket;
  exports dev.tiptoe.bridge.trace;
  exports dev.tiptoe.bridge.verify;
}
