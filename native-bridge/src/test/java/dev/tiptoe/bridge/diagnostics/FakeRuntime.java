// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.diagnostics;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

/**
 * Listens at a socket in place of a runtime: takes each request whole, and sends any answer that
 * the test wants. One thread serves one connection after the other, like a runtime.
 */
public final class FakeRuntime implements AutoCloseable {

  private static final int HEADER = 20;

  private final ServerSocketChannel server;
  private final UnaryOperator<byte[]> replies;
  private final boolean hangsUp;
  private final List<SocketChannel> held = new CopyOnWriteArrayList<>();
  private final List<byte[]> requests = new CopyOnWriteArrayList<>();

  private FakeRuntime(Path socket, UnaryOperator<byte[]> replies, boolean hangsUp)
      throws IOException {
    this.replies = replies;
    this.hangsUp = hangsUp;
    server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(socket));
    Thread thread = new Thread(this::serve, "fake-runtime");
    thread.setDaemon(true);
    thread.start();
  }

  /** Answers each whole request, its header included, and hangs up. */
  public static FakeRuntime answering(Path socket, UnaryOperator<byte[]> replies)
      throws IOException {
    return new FakeRuntime(socket, replies, true);
  }

  /** The same, but never hangs up. */
  public static FakeRuntime holding(Path socket, UnaryOperator<byte[]> replies) throws IOException {
    return new FakeRuntime(socket, replies, false);
  }

  /** Returns the requests so far. */
  public List<byte[]> requests() {
    return requests;
  }

  /** An answer with this payload: OK, or an error. */
  public static byte[] answer(boolean ok, byte[] payload) {
    return message(HEADER + payload.length, 0xff, ok ? 0 : 0xff, payload);
  }

  /** An answer that carries an HRESULT. */
  public static byte[] answer(int hresult) {
    return answer(hresult >= 0, new Payload().u32(hresult).bytes());
  }

  /** A message of which the size may be a lie. */
  public static byte[] message(int size, int set, int id, byte[] payload) {
    var message = new ByteArrayOutputStream();
    message.writeBytes(Command.MAGIC.getBytes(java.nio.charset.StandardCharsets.US_ASCII));
    message.write(size);
    message.write(size >> 8);
    message.write(set);
    message.write(id);
    message.write(0);
    message.write(0);
    message.writeBytes(payload);
    return message.toByteArray();
  }

  private void serve() {
    try {
      while (true) {
        SocketChannel peer = server.accept();
        held.add(peer);
        reply(peer);
        if (hangsUp) {
          peer.close();
        }
      }
    } catch (IOException e) {
      // The test is over.
    }
  }

  private void reply(SocketChannel peer) {
    try {
      ByteBuffer header = ByteBuffer.allocate(HEADER);
      while (header.hasRemaining() && peer.read(header) >= 0) {}
      int size = (header.get(14) & 0xff) | (header.get(15) & 0xff) << 8;
      ByteBuffer request = ByteBuffer.allocate(Math.max(size, HEADER)).put(header.flip());
      while (request.hasRemaining() && peer.read(request) >= 0) {}
      requests.add(request.array());
      ByteBuffer reply = ByteBuffer.wrap(replies.apply(request.array()));
      while (reply.hasRemaining()) {
        int ignored = peer.write(reply);
      }
    } catch (IOException e) {
      // The client has seen enough.
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (SocketChannel peer : held) {
      peer.close();
    }
  }
}
