// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.control;

import java.io.IOException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether somebody listens at a socket: one that was killed leaves its own behind. */
final class Listener {

  private Listener() {}

  /** Whether somebody does. Where nobody does, the place is cleared, if that is ours to do. */
  static boolean isThere(Path socket) {
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.configureBlocking(false);
      boolean ignored = channel.connect(UnixDomainSocketAddress.of(socket));
      return true;
    } catch (ConnectException e) {
      removeLeftover(socket);
      return false;
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }

  private static void removeLeftover(Path socket) {
    try {
      Files.deleteIfExists(socket);
    } catch (IOException e) {
      // It stays, and will be passed over the next time, too.
    }
  }
}
