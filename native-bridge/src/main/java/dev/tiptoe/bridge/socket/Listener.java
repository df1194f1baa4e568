// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.socket;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/**
 * The results of connecting to a socket. They show whether a process listens there: a killed
 * process leaves its socket file behind.
 */
public enum Listener {
  /** A process listens, and the connection is established. */
  CONNECTED,
  /** A process listens, but its queue of connections is full. */
  QUEUE_FULL,
  /** No process listens; the socket file was left behind. */
  NOBODY,
  /** There is no socket. */
  GONE,
  /** This user has no permission to connect. */
  FORBIDDEN;

  /**
   * Connects a channel without waiting: such a socket takes a connection at once or not at all.
   *
   * @throws IOException when the channel is closed
   */
  public static Listener connect(SocketChannel channel, Path socket) throws IOException {
    channel.configureBlocking(false);
    try {
      return channel.connect(UnixDomainSocketAddress.of(socket)) ? CONNECTED : QUEUE_FULL;
    } catch (ConnectException e) {
      return NOBODY; // ECONNREFUSED
    } catch (BindException e) {
      return FORBIDDEN; // EACCES
    } catch (SocketException e) {
      // EAGAIN and ENOENT are one exception class, with messages in the user's language.
      return Files.exists(socket, LinkOption.NOFOLLOW_LINKS) ? QUEUE_FULL : GONE;
    }
  }
}
