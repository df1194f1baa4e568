// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.process;

import java.lang.reflect.Proxy;

/** Handles the signals that request the end of this process. */
final class Interrupts {

  private Interrupts() {}

  /** Makes SIGINT, SIGTERM and SIGHUP run {@code action} from now on, on a thread of the JVM. */
  static void to(Runnable action) {
    on("HUP", action);
    on("INT", action);
    on("TERM", action);
  }

  /**
   * Handles a signal with {@code sun.misc.Signal}. There is no other way; {@code jdk.unsupported}
   * exports it, but the compiler's warning cannot be turned off.
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
      throw new IllegalStateException("this JVM does not support signal handlers", e);
    }
  }
}
