// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.socket;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Runs calls that may never return on daemon threads, since an interrupt does not end a call that
 * blocks in the kernel. A caller can give up waiting; the thread then stays until the kernel
 * releases it.
 */
public final class Background {

  private static final ExecutorService THREADS =
      Executors.newCachedThreadPool(
          work -> {
            Thread thread = new Thread(work, "dev.tiptoe.background");
            thread.setDaemon(true);
            return thread;
          });

  private Background() {}

  /** Starts a call. */
  public static <T> Future<T> start(Callable<T> call) {
    return THREADS.submit(call);
  }
}
