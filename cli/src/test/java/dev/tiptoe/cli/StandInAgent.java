// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import dev.tiptoe.bridge.control.ControlSocket;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Listens where the agent of this process would, if it had one. It refuses every request, or
 * answers with a status, with one text in all of its strings.
 */
final class StandInAgent implements AutoCloseable {

  private static final int HEADER = 16;
  private static final int KIND = 6;
  private static final int REFUSED = 6;

  private final Path socket;
  private final ServerSocketChannel server;

  private StandInAgent(int code, byte[] payload) throws IOException {
    String name = String.valueOf(ControlSocket.settingForNewProcess());
    socket = Path.of(name.replace("%p", pid()));
    server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(socket));
    Thread thread = new Thread(() -> serve(code, payload), "stand-in agent");
    thread.setDaemon(true);
    thread.start();
  }

  /** Refuses everything, for that reason. */
  static StandInAgent refusing(String reason) throws IOException {
    return new StandInAgent(REFUSED, string(reason));
  }

  /** Says that this is where its trace is and what its runtime is called. */
  static StandInAgent called(String text) throws IOException {
    var status = new ByteArrayOutputStream();
    status.writeBytes(string(text));
    status.writeBytes(string(text));
    status.writeBytes(new byte[Integer.BYTES]);
    return new StandInAgent(0, status.toByteArray());
  }

  /** The process that it seems to be in. */
  String pid() {
    return Long.toString(ProcessHandle.current().pid());
  }

  private static byte[] string(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(Integer.BYTES + utf8.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(utf8.length)
        .put(utf8)
        .array();
  }

  private void serve(int code, byte[] payload) {
    while (server.isOpen()) {
      try (SocketChannel peer = server.accept()) {
        ByteBuffer request = ByteBuffer.allocate(256).order(ByteOrder.LITTLE_ENDIAN);
        while (request.position() < HEADER && peer.read(request) >= 0) {}
        ByteBuffer answer =
            ByteBuffer.allocate(HEADER + payload.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(0x4C544354)
                .putShort((short) 1)
                .putShort(request.getShort(KIND))
                .putShort((short) code)
                .putShort((short) 0)
                .putInt(payload.length)
                .put(payload)
                .flip();
        while (answer.hasRemaining()) {
          int ignored = peer.write(answer);
        }
      } catch (IOException e) {
        // The client has gone, or the test is over.
      }
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    Files.deleteIfExists(socket);
  }
}
