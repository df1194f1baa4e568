// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.receive;

import dev.tiptoe.serve.message.Sender;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Counts connections, and closes those beyond a number, or beyond a sender's share of it, as soon
 * as they come. Thread-safe.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Of netty: what fails closes the connection.
public final class Connections {

  private static final int AT_ONCE = 64;

  private final int most;
  private final Runnable refused;
  private final Map<InetAddress, Peer> peers = new HashMap<>();
  private int open;

  /** A sender with connections. */
  private static final class Peer {
    private final Sender sender = new Sender();
    private int open;
  }

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
  public synchronized int open() {
    return open;
  }

  /** Returns the sender with the connections from an address. */
  synchronized Sender sender(@Nullable SocketAddress remote) {
    Peer peer = remote instanceof InetSocketAddress from ? peers.get(from.getAddress()) : null;
    // One whose last connection has just ended has nothing any more.
    return peer == null ? new Sender() : peer.sender;
  }

  /**
   * Returns what makes channels that listen and count their connections here.
   *
   * @param prepare gets each connection before anybody else
   */
  ChannelFactory<ServerChannel> listening(Consumer<Channel> prepare) {
    return () -> new Counted(prepare);
  }

  private boolean admit(Channel channel) {
    if (!(channel.remoteAddress() instanceof InetSocketAddress remote)) {
      return false;
    }
    InetAddress address = remote.getAddress();
    if (!count(address)) {
      refused.run();
      return false;
    }
    channel.closeFuture().addListener(closed -> end(address));
    return true;
  }

  private synchronized boolean count(InetAddress address) {
    Peer peer = peers.getOrDefault(address, new Peer());
    if (!Sender.mayHave(peer.open + 1L, most - open - 1L)) {
      return false;
    }
    peers.put(address, peer);
    peer.open++;
    open++;
    return true;
  }

  private synchronized void end(InetAddress address) {
    open--;
    Peer peer = peers.get(address);
    if (peer != null && --peer.open == 0) {
      peers.remove(address);
    }
  }

  private final class Counted extends NioServerSocketChannel {
    private final Consumer<Channel> prepare;

    Counted(Consumer<Channel> prepare) {
      this.prepare = prepare;
    }

    @Override
    protected int doReadMessages(List<Object> accepted) throws Exception {
      // Of a flood of connections many are closed at once, so that the next of another comes soon.
      for (int i = 0; i < AT_ONCE; i++) {
        int read = super.doReadMessages(accepted);
        if (read <= 0 || isAdmitted(accepted)) {
          return read;
        }
      }
      return 0;
    }

    /** Decides about the last connection, and closes it if it is not admitted. */
    private boolean isAdmitted(List<Object> accepted) {
      if (!(accepted.get(accepted.size() - 1) instanceof Channel channel)) {
        return true;
      }
      if (admit(channel)) {
        prepare.accept(channel);
        return true;
      }
      accepted.remove(accepted.size() - 1);
      channel.unsafe().closeForcibly();
      return false;
    }
  }
}
