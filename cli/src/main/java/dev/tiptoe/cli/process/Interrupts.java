// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.process;

import java.lang.reflect.Proxy;

/** The signals that ask this process to end, heard by somebody else instead of ending it. */
final class Interrupts {

  private Interrupts() {}

  /** From now on, SIGINT, SIGTERM and SIGHUP run {@code action}, on a thread of the JVM. */
  static void to(Runnable action) {
    on("HUP", action);
    on("INT", action);
    on("TERM", action);
  }

  /**
   * Hears a signal through {@code sun.misc.Signal}: the only way there is, exported to everybody by
   * {@code jdk.unsupported}, yet the compiler warns of it in a way that cannot be turned off.
   */
  static void on(String name, Runnable action) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object ours =
          Proxy.newProxyInstance(
              handler.getClassLoader(),
              new Class<?>[] {handler},
              (proxy, method, arguments) -> {
                action.run();
                return null;
              });
      Object named = signal.getConstructor(String.class).newInstance(name);
      signal.getMethod("handle", signal, handler).invoke(null, named, ours);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this JVM does not let signals be handled", e);
    }
  }
}
