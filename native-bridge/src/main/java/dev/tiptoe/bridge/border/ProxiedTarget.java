// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.border;

import dev.tiptoe.bridge.diagnostics.LinuxProcess;
import dev.tiptoe.bridge.socket.Connection;
import dev.tiptoe.bridge.socket.Deadline;
import dev.tiptoe.bridge.socket.UnreachableException;
import dev.tiptoe.bridge.socket.UnreachableException.Reason;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/** A target that is reached through {@link ProxyProcess}. */
final class ProxiedTarget implements Target {

  /** The timeout of requests that wait only for a file system. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** The timeout of requests that wait for nothing. */
  private static final Duration MOMENT = Duration.ofSeconds(1);

  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final ProxyProcess proxy;
  private final Identity identity;

  private ProxiedTarget(ProxyProcess proxy, Identity identity) {
    this.proxy = proxy;
    this.identity = identity;
  }

  static Target enter(LinuxProcess process, long startTime) throws UnreachableException {
    ProxyProcess proxy = ProxyProcess.start(process.pid(), startTime);
    try {
      ByteBuffer hello = proxy.hello();
      if (hello.remaining() < Long.BYTES + Integer.BYTES + 1) {
        throw new UnreachableException(Reason.FAILED, "the child process is of another version");
      }
      long ownPid = hello.getLong();
      long uid = Integer.toUnsignedLong(hello.getInt());
      return new ProxiedTarget(proxy, new Identity(ownPid, uid, hello.get() != 0));
    } catch (UnreachableException | RuntimeException e) {
      proxy.close();
      throw e;
    }
  }

  @Override
  public Identity identity() {
    return identity;
  }

  @Override
  public Connection connectToRuntime(Deadline deadline) throws UnreachableException {
    var ignored = proxy.ask(ProxyRequest.CONNECT_TO_RUNTIME, deadline, NOTHING);
    return new ProxiedConnection("its diagnostics socket");
  }

  @Override
  public Connection connectToAgent(Deadline deadline) throws UnreachableException {
    var ignored = proxy.ask(ProxyRequest.CONNECT_TO_AGENT, deadline, NOTHING);
    return new ProxiedConnection("its control socket");
  }

  @Override
  public String putAgent(String digest, byte[] library) throws UnreachableException {
    byte[] name = digest.getBytes(StandardCharsets.US_ASCII);
    ByteBuffer payload = ByteBuffer.allocate(name.length + library.length);
    return text(ask(ProxyRequest.PUT_AGENT, payload.put(name).put(library).flip()));
  }

  @Override
  public String newControlPath() throws UnreachableException {
    return text(ask(ProxyRequest.NEW_CONTROL_PATH, NOTHING));
  }

  @Override
  public String beginTrace() throws UnreachableException {
    return text(ask(ProxyRequest.BEGIN_TRACE, NOTHING));
  }

  @Override
  public Optional<Piece> readTrace(long offset, int most) throws UnreachableException {
    try {
      ByteBuffer answer =
          ask(ProxyRequest.READ_TRACE, numbers(12).putLong(offset).putInt(most).flip());
      return Optional.of(new Piece(answer.getLong(), answer.getLong(), answer.slice()));
    } catch (UnreachableException e) {
      if (e.reason() == Reason.NOT_THERE) {
        return Optional.empty();
      }
      throw e;
    }
  }

  @Override
  public void endTrace() throws UnreachableException {
    var ignored = ask(ProxyRequest.END_TRACE, NOTHING);
  }

  @Override
  public void clearControlSocketsOf(long pid) throws UnreachableException {
    var ignored = ask(ProxyRequest.CLEAR_CONTROL_SOCKETS, numbers(8).putLong(pid).flip());
  }

  private ByteBuffer ask(ProxyRequest request, ByteBuffer payload) throws UnreachableException {
    return proxy.ask(request, Deadline.in(PATIENCE), payload);
  }

  private static ByteBuffer numbers(int size) {
    return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static String text(ByteBuffer bytes) {
    return StandardCharsets.UTF_8.decode(bytes).toString();
  }

  @Override
  public void close() {
    proxy.close();
  }

  /** A connection that the child holds. */
  private final class ProxiedConnection implements Connection {

    private final String where;

    ProxiedConnection(String where) {
      this.where = where;
    }

    @Override
    public String where() {
      return where;
    }

    @Override
    public void send(ByteBuffer bytes, Deadline deadline) throws UnreachableException {
      var ignored = proxy.ask(ProxyRequest.SEND, deadline, bytes);
    }

    @Override
    public ByteBuffer receive(int length, Deadline deadline) throws UnreachableException {
      return proxy.ask(ProxyRequest.RECEIVE, deadline, numbers(4).putInt(length).flip());
    }

    @Override
    public void close() {
      try {
        var ignored = proxy.ask(ProxyRequest.HANG_UP, Deadline.in(MOMENT), NOTHING);
      } catch (UnreachableException e) {
        // The child has ended, and its connection with it.
      }
    }
  }
}
