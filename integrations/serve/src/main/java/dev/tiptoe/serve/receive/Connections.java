// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.receive;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts connections, and closes those beyond a number as soon as they come. Thread-safe. */
@SuppressWarnings("FutureReturnValueIgnored") // Of netty: what fails closes the connection.
public final class Connections {

  private final int most;
  private final AtomicInteger open = new AtomicInteger();
  private final Runnable refused;

  /**
   * Creates a count.
   *
   * @param refused runs for each connection that is closed at once
   */
  public Connections(int most, Runnable refused) {
    this.most = most;
    this.refused = refused;
  }

  /** Returns how many there are. */
  public int open() {
    return open.get();
  }

  /** Returns what makes channels that listen and count their connections here. */
  ChannelFactory<ServerChannel> listening() {
    return Counted::new;
  }

  private boolean admit(Channel channel) {
    if (open.incrementAndGet() > most) {
      open.decrementAndGet();
      refused.run();
      return false;
    }
    channel.closeFuture().addListener(closed -> open.decrementAndGet());
    return true;
  }

  private final class Counted extends NioServerSocketChannel {
    @Override
    protected int doReadMessages(List<Object> accepted) throws Exception {
      int read = super.doReadMessages(accepted);
      if (read > 0 && accepted.get(accepted.size() - 1) instanceof Channel channel) {
        if (!admit(channel)) {
          accepted.remove(accepted.size() - 1);
          channel.unsafe().closeForcibly();
          return 0;
        }
      }
      return read;
    }
  }
}
