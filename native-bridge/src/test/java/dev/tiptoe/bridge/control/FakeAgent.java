// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.control;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/** Listens at a socket and sends its given bytes to every client, whatever the request. */
final class FakeAgent implements AutoCloseable {

  private final Path folder;
  private final ServerSocketChannel server;
  private final Thread thread;
  private final ByteArrayOutputStream asked = new ByteArrayOutputStream();

  /** Sends these bytes, and then ends the connection, or holds it open. */
  FakeAgent(byte[] answer, boolean hangsUp) {
    try {
      folder = Files.createTempDirectory("tiptoe-fake-");
      server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
      server.bind(UnixDomainSocketAddress.of(socket()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    thread = new Thread(() -> serve(answer, hangsUp), "fake agent");
    thread.setDaemon(true);
    thread.start();
  }

  Path socket() {
    return folder.resolve("socket");
  }

  ControlClient client() {
    return ControlClient.at(socket());
  }

  /** Returns the last client's request, after its answer. */
  byte[] asked() {
    synchronized (asked) {
      return asked.toByteArray();
    }
  }

  private void serve(byte[] answer, boolean hangsUp) {
    while (true) {
      try {
        SocketChannel peer = server.accept();
        ByteBuffer request = ByteBuffer.allocate(256);
        int count = peer.read(request);
        synchronized (asked) {
          asked.reset();
          asked.write(request.array(), 0, Math.max(0, count));
        }
        try {
          peer.write(ByteBuffer.wrap(answer));
        } finally {
          if (hangsUp) {
            peer.close();
          }
        }
      } catch (IOException e) {
        if (!server.isOpen()) {
          return;
        }
      }
    }
  }

  @Override
  public void close() {
    try {
      server.close();
      Files.deleteIfExists(socket());
      Files.delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
