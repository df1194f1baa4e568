// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.control;

import dev.tiptoe.bridge.control.ControlException.Reason;
import dev.tiptoe.bridge.diagnostics.Deadline;
import dev.tiptoe.bridge.socket.Listener;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;

/**
 * One request and its answer over a connection of its own, all within one bound of time, whatever
 * the other end does. For one thread.
 */
final class Exchange implements AutoCloseable {

  private static final long PAUSE = 5;
  private static final String INTERRUPTED = "the thread that asked was interrupted";

  private final Path socket;
  private final Deadline deadline;
  private final Selector selector;
  private SocketChannel channel;

  private Exchange(Path socket, Duration patience) throws IOException {
    this.socket = socket;
    this.deadline = Deadline.in(patience);
    this.selector = Selector.open();
    this.channel = SocketChannel.open(StandardProtocolFamily.UNIX);
  }

  /**
   * Sends a request and receives its answer.
   *
   * @throws ControlException when no answer came in time, or one that says no
   */
  static Message ask(Path socket, RequestKind kind, ByteBuffer request, Duration patience)
      throws ControlException {
    try (Exchange exchange = new Exchange(socket, patience)) {
      exchange.send(request);
      return exchange.receive(kind);
    } catch (ControlException e) {
      throw e;
    } catch (ClosedByInterruptException e) {
      throw new ControlException(Reason.LOST, INTERRUPTED);
    } catch (IOException e) {
      throw new ControlException(Reason.LOST, "the agent closed the connection: " + e.getMessage());
    } catch (UnsupportedOperationException e) {
      throw new ControlException(Reason.NOT_SUPPORTED, "there are no such sockets here: " + e);
    }
  }

  private void send(ByteBuffer request) throws IOException {
    while (!isConnected()) {
      pause();
      channel.close();
      channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    }
    while (request.hasRemaining()) {
      if (channel.write(request) == 0) {
        await(SelectionKey.OP_WRITE);
      }
    }
  }

  /** Whether the agent's queue had room; what it has none for is not sent, and can be again. */
  private boolean isConnected() throws IOException {
    return switch (Listener.connect(channel, socket)) {
      case CONNECTED -> true;
      case QUEUE_FULL -> false;
      case NOBODY, GONE ->
          throw new ControlException(Reason.NO_AGENT, "nobody listens at " + socket + " any more");
      case FORBIDDEN ->
          throw new ControlException(
              Reason.NO_PERMISSION, "no permission: to ask the agent at " + socket);
    };
  }

  private Message receive(RequestKind kind) throws IOException {
    ByteBuffer header = ByteBuffer.allocate(Message.HEADER).order(ByteOrder.LITTLE_ENDIAN);
    fill(header);
    int length = Message.payloadOf(header, kind);
    ByteBuffer whole = ByteBuffer.allocate(Message.HEADER + length).put(header.flip());
    fill(whole);
    Message answer = Message.answer(whole.flip());
    if (answer.code() != Message.OK) {
      throw new ControlException(reason(answer.code()), answer.string());
    }
    return answer;
  }

  private static Reason reason(int code) {
    return switch (code) {
      case 2 -> Reason.NO_ANSWER;
      case 3 -> Reason.NOT_SUPPORTED;
      case 4 -> Reason.NO_PERMISSION;
      case 5 -> Reason.NOT_VALID;
      case 7 -> Reason.BUSY;
      default -> Reason.REFUSED;
    };
  }

  private void fill(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      int count = channel.read(bytes);
      if (count < 0) {
        throw new ControlException(Reason.LOST, "the agent closed the connection");
      }
      if (count == 0) {
        await(SelectionKey.OP_READ);
      }
    }
  }

  private void await(int operation) throws IOException {
    channel.register(selector, operation);
    selector.selectedKeys().clear();
    int ignored = selector.select(left());
  }

  private void pause() throws IOException {
    int ignored = selector.select(Math.min(PAUSE, left()));
  }

  /** The milliseconds that are left, at least one. */
  private long left() throws IOException {
    if (deadline.isOver()) {
      throw new ControlException(Reason.TIMED_OUT, "the agent did not answer in time");
    }
    if (Thread.currentThread().isInterrupted()) {
      throw new ControlException(Reason.LOST, INTERRUPTED);
    }
    return Math.max(1, deadline.left().toMillis());
  }

  @Override
  public void close() throws IOException {
    channel.close();
    selector.close();
  }
}
