// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.socket;

import dev.tiptoe.bridge.socket.UnreachableException.Reason;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import jdk.net.ExtendedSocketOptions;

/**
 * A direct connection to a process of the same user, which the kernel verifies. Mutable, not
 * thread-safe; holds a socket and a selector until it is closed.
 */
public final class LocalConnection implements Connection {

  /** The length of {@code sun_path} without its NUL. */
  private static final int LONGEST_PATH = 107;

  private static final long BETWEEN_TRIES = TimeUnit.MILLISECONDS.toNanos(5);
  private static final Path SELF = Path.of("/proc/self");

  private final String where;
  private final SocketChannel channel;
  private final Selector selector;
  private final SelectionKey key;

  private LocalConnection(String where, SocketChannel channel) throws IOException {
    this.where = where;
    this.channel = channel;
    channel.configureBlocking(false);
    selector = Selector.open();
    key = channel.register(selector, 0);
  }

  /**
   * Takes over a connection that a peer made.
   *
   * @throws IOException when the peer is another user's; the channel is closed then
   */
  public static LocalConnection accepted(String where, SocketChannel channel) throws IOException {
    try {
      requireOwnUser(where, channel);
      return new LocalConnection(where, channel);
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  /** Connects with a socket. */
  public static LocalConnection open(Path socket, Deadline deadline) throws UnreachableException {
    if (socket.toString().getBytes(StandardCharsets.UTF_8).length > LONGEST_PATH) {
      throw failed(Reason.NOT_THERE, socket, "its path is too long for a socket");
    }
    while (true) {
      SocketChannel channel = connect(socket);
      if (channel.isConnected()) {
        try {
          return accepted(socket.toString(), channel);
        } catch (UnreachableException e) {
          throw e;
        } catch (IOException e) {
          throw failed(Reason.FAILED, socket, String.valueOf(e.getMessage()));
        }
      }
      close(channel);
      // The kernel does not notify when there is room again.
      if (Thread.currentThread().isInterrupted()) {
        throw failed(Reason.INTERRUPTED, socket, "interrupted");
      }
      if (deadline.isOver()) {
        throw failed(Reason.TIMED_OUT, socket, "takes no more connections");
      }
      LockSupport.parkNanos(BETWEEN_TRIES);
    }
  }

  /** Returns a channel, which is not connected when the socket's queue is full. */
  private static SocketChannel connect(Path socket) throws UnreachableException {
    try {
      SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
      Listener found = Listener.connect(channel, socket);
      switch (found) {
        case NOBODY, GONE, FORBIDDEN -> close(channel);
        default -> {}
      }
      return switch (found) {
        case NOBODY -> throw failed(Reason.NOBODY, socket, "nothing listens there");
        case GONE -> throw failed(Reason.NOT_THERE, socket, "no such socket");
        case FORBIDDEN -> throw failed(Reason.NO_PERMISSION, socket, "permission denied");
        case CONNECTED, QUEUE_FULL -> channel;
      };
    } catch (UnreachableException e) {
      throw e;
    } catch (IOException | UnsupportedOperationException e) {
      throw failed(Reason.NOT_THERE, socket, String.valueOf(e.getMessage()));
    }
  }

  /** Root's processes are accepted too: root may do everything anyway. */
  private static void requireOwnUser(String where, SocketChannel channel) throws IOException {
    UserPrincipal peer = channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user();
    if (!peer.equals(Files.getOwner(SELF)) && !peer.getName().equals("root")) {
      throw new UnreachableException(
          Reason.ANOTHER_PROCESS, where + ": a process of user " + peer.getName() + " is there");
    }
  }

  private static UnreachableException failed(Reason reason, Path socket, String words) {
    return new UnreachableException(reason, socket + ": " + words);
  }

  @Override
  public String where() {
    return where;
  }

  @Override
  public void send(ByteBuffer bytes, Deadline deadline) throws UnreachableException {
    try {
      while (bytes.hasRemaining()) {
        if (channel.write(bytes) == 0) {
          await(SelectionKey.OP_WRITE, deadline);
        }
      }
    } catch (IOException e) {
      throw lost(e);
    }
  }

  @Override
  public ByteBuffer receive(int length, Deadline deadline) throws UnreachableException {
    ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    try {
      while (bytes.hasRemaining()) {
        int read = channel.read(bytes);
        if (read < 0) {
          throw new UnreachableException(
              Reason.HUNG_UP, "hung up after " + bytes.position() + " of " + length + " bytes");
        }
        if (read == 0 || deadline.isOver()) {
          await(SelectionKey.OP_READ, deadline);
        }
      }
    } catch (IOException e) {
      throw lost(e);
    }
    return bytes.flip();
  }

  private void await(int operation, Deadline deadline) throws IOException {
    if (deadline.isOver()) {
      throw new UnreachableException(Reason.TIMED_OUT, "no answer in time");
    }
    key.interestOps(operation);
    int ignored = selector.select(ready -> {}, Math.max(1, deadline.leftMillis()));
    if (Thread.currentThread().isInterrupted()) {
      throw new UnreachableException(Reason.INTERRUPTED, "interrupted");
    }
  }

  private static UnreachableException lost(IOException problem) {
    if (problem instanceof UnreachableException unreachable) {
      return unreachable;
    }
    return Thread.currentThread().isInterrupted()
        ? new UnreachableException(Reason.INTERRUPTED, "interrupted")
        : new UnreachableException(Reason.HUNG_UP, String.valueOf(problem.getMessage()));
  }

  @Override
  public void close() {
    try (selector) {
      close(channel);
    } catch (IOException e) {
      // It cannot be used any more in either case.
    }
  }

  private static void close(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      // It cannot be used any more in either case.
    }
  }
}
