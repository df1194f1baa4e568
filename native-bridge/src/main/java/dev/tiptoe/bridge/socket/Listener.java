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

/** Tells whether a process listens at a socket; a killed process leaves its socket file behind. */
public enum Listener {
  /** Somebody does, and the connection stands. */
  CONNECTED,
  /** Somebody does; so many wait for it that there is no room for one more. */
  QUEUE_FULL,
  /** Nobody does; the socket was left behind. */
  NOBODY,
  /** There is no socket. */
  GONE,
  /** This user may not connect to it. */
  FORBIDDEN;

  /**
   * Connects a channel, and does not wait: a socket of this kind takes a connection at once or
   * never.
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
      // EAGAIN and ENOENT are one exception, with words in the user's language.
      return Files.exists(socket, LinkOption.NOFOLLOW_LINKS) ? QUEUE_FULL : GONE;
    }
  }
}
