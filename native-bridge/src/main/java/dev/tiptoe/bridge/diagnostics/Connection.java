// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.diagnostics;

import dev.tiptoe.bridge.diagnostics.DiagnosticsException.Reason;
import dev.tiptoe.bridge.socket.Listener;
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
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * One connection with a runtime, for one command and its answer. No call waits longer than its
 * deadline, whatever the other side does. Mutable, for one thread; holds a socket and a selector
 * until it is closed.
 */
final class Connection implements AutoCloseable {

  private static final int SERVER = 0xff;
  private static final int OK = 0x00;
  private static final int ERROR = 0xff;

  /** Of {@code sun_path}, without its NUL. */
  private static final int LONGEST_PATH = 107;

  private static final long BETWEEN_TRIES = TimeUnit.MILLISECONDS.toNanos(5);

  private final String where;
  private final SocketChannel channel;
  private final Selector selector;
  private final SelectionKey key;

  private Connection(String where, SocketChannel channel) throws IOException {
    this.where = where;
    this.channel = channel;
    channel.configureBlocking(false);
    selector = Selector.open();
    key = channel.register(selector, 0);
  }

  /** A connection that somebody made with us. */
  static Connection accepted(String where, SocketChannel channel) throws IOException {
    try {
      return new Connection(where, channel);
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  /** Connects with a runtime's socket. */
  static Connection open(Path socket, Deadline deadline) throws DiagnosticsException {
    requireUsable(socket);
    while (true) {
      Optional<Connection> made = connect(socket);
      if (made.isPresent()) {
        return made.get();
      }
      // The kernel does not tell when there is room again.
      if (deadline.isOver() || Thread.currentThread().isInterrupted()) {
        throw failed(Reason.SILENT, socket, "takes no more connections");
      }
      LockSupport.parkNanos(BETWEEN_TRIES);
    }
  }

  private static void requireUsable(Path socket) throws DiagnosticsException {
    if (socket.toString().getBytes(StandardCharsets.UTF_8).length > LONGEST_PATH) {
      throw failed(Reason.NOBODY, socket, "its path is too long for a socket");
    }
    if (!Files.exists(socket)) {
      throw failed(Reason.NOBODY, socket, "no such socket");
    }
    if (!Files.isWritable(socket)) {
      throw failed(Reason.NO_PERMISSION, socket, "permission denied");
    }
  }

  /** Empty when its queue is full. */
  private static Optional<Connection> connect(Path socket) throws DiagnosticsException {
    try {
      SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
      Listener found = Listener.connect(channel, socket);
      if (found == Listener.CONNECTED) {
        return Optional.of(accepted(socket.toString(), channel));
      }
      channel.close();
      return switch (found) {
        case NOBODY -> throw failed(Reason.NOBODY, socket, "nobody listens");
        case GONE -> throw failed(Reason.NOBODY, socket, "no such socket");
        case FORBIDDEN -> throw failed(Reason.NO_PERMISSION, socket, "permission denied");
        case CONNECTED, QUEUE_FULL -> Optional.empty();
      };
    } catch (DiagnosticsException e) {
      throw e;
    } catch (IOException e) {
      throw failed(Reason.NOBODY, socket, String.valueOf(e.getMessage()));
    }
  }

  private static DiagnosticsException failed(Reason reason, Path socket, String words) {
    return DiagnosticsException.of(reason, "connect", socket.toString(), words);
  }

  /** Sends a command and reads what it is answered with. */
  Answer ask(Command command, ByteBuffer message, Deadline deadline) throws DiagnosticsException {
    String what = command.words();
    try {
      send(message, what, deadline);
      ByteBuffer header = receive(Command.HEADER, what, deadline);
      byte[] magic = new byte[Command.MAGIC.length()];
      header.get(magic);
      if (!new String(magic, StandardCharsets.ISO_8859_1).equals(Command.MAGIC)) {
        throw malformed(what, "the answer does not begin as one");
      }
      int size = Short.toUnsignedInt(header.getShort());
      int set = Byte.toUnsignedInt(header.get());
      int id = Byte.toUnsignedInt(header.get());
      if (size < Command.HEADER || set != SERVER || (id != OK && id != ERROR)) {
        throw malformed(what, String.format("an answer 0x%02x%02x of %d bytes", set, id, size));
      }
      Answer answer = new Answer(what, where, receive(size - Command.HEADER, what, deadline));
      if (id == ERROR) {
        throw DiagnosticsException.refused(what, where, answer.i32());
      }
      return answer;
    } catch (DiagnosticsException e) {
      throw e;
    } catch (IOException e) {
      throw DiagnosticsException.of(Reason.HUNG_UP, what, where, String.valueOf(e.getMessage()));
    }
  }

  private void send(ByteBuffer message, String what, Deadline deadline) throws IOException {
    while (message.hasRemaining()) {
      if (channel.write(message) == 0) {
        await(SelectionKey.OP_WRITE, what, deadline);
      }
    }
  }

  /** Exactly so many bytes, from the first on. */
  ByteBuffer receive(int length, String what, Deadline deadline) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    while (bytes.hasRemaining()) {
      int read = channel.read(bytes);
      if (read < 0) {
        throw DiagnosticsException.of(
            Reason.HUNG_UP,
            what,
            where,
            "hung up after " + bytes.position() + " of " + length + " bytes");
      }
      if (read == 0 || deadline.isOver()) {
        await(SelectionKey.OP_READ, what, deadline);
      }
    }
    return bytes.flip();
  }

  private void await(int operation, String what, Deadline deadline) throws IOException {
    if (deadline.isOver()) {
      throw DiagnosticsException.of(Reason.SILENT, what, where, "no answer in time");
    }
    key.interestOps(operation);
    int ignored = selector.select(ready -> {}, Math.max(1, deadline.leftMillis()));
    if (Thread.currentThread().isInterrupted()) {
      throw DiagnosticsException.of(Reason.SILENT, what, where, "interrupted");
    }
  }

  private DiagnosticsException malformed(String what, String words) {
    return DiagnosticsException.of(Reason.MALFORMED, what, where, words);
  }

  @Override
  public void close() {
    try (channel;
        selector) {
      // Nothing is said in farewell.
    } catch (IOException e) {
      // It is gone either way.
    }
  }
}
