// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.receive;

import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.EventExecutor;

/**
 * The threads of connections.
 *
 * @param accepting take connections, and do not wait for what these send
 * @param reading read and write
 */
public record Loops(EventLoopGroup accepting, EventLoopGroup reading) {

  /**
   * Runs something on the current thread, which is one of those that read, as soon as it has read
   * what there is now.
   */
  void afterReading(Runnable action) {
    for (EventExecutor loop : reading) {
      if (loop.inEventLoop()) {
        loop.execute(action);
        return;
      }
    }
    throw new IllegalStateException("not a thread that reads");
  }
}
