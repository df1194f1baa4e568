// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.diagnostics;

import dev.tiptoe.bridge.com.Guid;
import dev.tiptoe.bridge.socket.Connection;
import dev.tiptoe.bridge.socket.Deadline;
import dev.tiptoe.bridge.socket.LocalConnection;
import dev.tiptoe.bridge.socket.UnreachableException;
import dev.tiptoe.bridge.socket.UnreachableException.Reason;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A socket in a folder of its own to which runtimes connect before they start, because {@code
 * DOTNET_DiagnosticPorts} names it. Each of them then waits to be resumed.
 *
 * <p>A runtime connects, identifies itself, takes one command, and connects again. Mutable; only
 * one thread at a time may use the listener and all clients of its runtimes. Holds a socket, a
 * selector, and a socket for each of the last 256 runtimes, until it is closed; it then also
 * removes its folder.
 */
public final class DiagnosticsListener implements AutoCloseable {

  /** The length of the message: magic, cookie, pid, two reserved bytes. */
  private static final int ADVERTISEMENT = 34;

  private static final String MAGIC = "ADVR_V1\0";
  private static final int MOST_WAITING = 256;

  /** A runtime identifies itself as soon as it connects. */
  private static final Duration TO_SAY_WHO = Duration.ofSeconds(1);

  private final Path socket;
  private final ServerSocketChannel server;
  private final Selector selector;
  private final Duration patience;
  private final Map<UUID, Connection> waiting = new LinkedHashMap<>();
  private final Set<UUID> met = new HashSet<>();

  private DiagnosticsListener(
      Path socket, ServerSocketChannel server, Selector selector, Duration patience) {
    this.socket = socket;
    this.server = server;
    this.selector = selector;
    this.patience = patience;
  }

  /**
   * Listens in a new folder that no other user may enter.
   *
   * @param patience how long to wait for a runtime's answer to each command
   */
  public static DiagnosticsListener open(Duration patience) throws IOException {
    Path folder = Files.createTempDirectory("tiptoe-port");
    Path socket = folder.resolve("socket");
    ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      server.bind(UnixDomainSocketAddress.of(socket));
      server.configureBlocking(false);
      Selector selector = Selector.open();
      server.register(selector, SelectionKey.OP_ACCEPT);
      return new DiagnosticsListener(socket, server, selector, patience);
    } catch (IOException | RuntimeException e) {
      server.close();
      Files.deleteIfExists(socket);
      Files.delete(folder);
      throw e;
    }
  }

  /** Returns the path of the socket. */
  public Path socket() {
    return socket;
  }

  /** Returns the value of {@code DOTNET_DiagnosticPorts} with which runtimes wait here. */
  public String environment() {
    return socket + ",connect,suspend";
  }

  /**
   * Returns the next runtime that was not returned yet; empty when none comes in time.
   *
   * @throws IOException when the socket can no longer accept connections
   */
  public Optional<SuspendedRuntime> next(Duration time) throws IOException {
    Deadline deadline = Deadline.in(time);
    while (true) {
      Optional<Advertised> came = accept(deadline);
      if (came.isEmpty()) {
        return Optional.empty();
      }
      UUID cookie = came.get().cookie();
      if (met.add(cookie)) {
        DiagnosticsClient client =
            DiagnosticsClient.through(until -> connection(cookie, until), patience);
        return Optional.of(new SuspendedRuntime(came.get().pid(), cookie, client));
      }
    }
  }

  private Connection connection(UUID cookie, Deadline deadline) throws UnreachableException {
    try {
      while (!waiting.containsKey(cookie)) {
        if (accept(deadline).isEmpty()) {
          throw new UnreachableException(
              Reason.TIMED_OUT, socket + ": the runtime does not come back");
        }
      }
    } catch (UnreachableException e) {
      throw e;
    } catch (IOException e) {
      throw new UnreachableException(Reason.NOBODY, socket + ": " + e.getMessage());
    }
    return Objects.requireNonNull(waiting.remove(cookie));
  }

  /**
   * The message with which a runtime identifies itself.
   *
   * @param pid in its own namespace
   * @param cookie random
   */
  private record Advertised(long pid, UUID cookie) {}

  /** Accepts the next connection of a runtime. */
  private Optional<Advertised> accept(Deadline deadline) throws IOException {
    while (true) {
      SocketChannel accepted = server.accept();
      if (accepted != null) {
        Optional<Advertised> came = greet(accepted);
        if (came.isPresent()) {
          return came;
        }
      } else if (deadline.isOver() || Thread.currentThread().isInterrupted()) {
        return Optional.empty();
      } else {
        int ignored = selector.select(ready -> {}, Math.max(1, deadline.leftMillis()));
      }
    }
  }

  /**
   * Closes a connection whose peer belongs to another user or does not identify itself properly.
   */
  private Optional<Advertised> greet(SocketChannel accepted) {
    try {
      Connection connection = LocalConnection.accepted(socket.toString(), accepted);
      Optional<Advertised> advertised = advertised(connection);
      advertised.ifPresentOrElse(runtime -> keep(runtime.cookie(), connection), connection::close);
      return advertised;
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Optional<Advertised> advertised(Connection connection) {
    try {
      ByteBuffer said = connection.receive(ADVERTISEMENT, Deadline.in(TO_SAY_WHO));
      byte[] magic = new byte[MAGIC.length()];
      byte[] cookie = new byte[Guid.SIZE];
      said.get(magic).get(cookie);
      return new String(magic, StandardCharsets.ISO_8859_1).equals(MAGIC)
          ? Optional.of(new Advertised(said.getLong(), Guid.of(cookie)))
          : Optional.empty();
    } catch (UnreachableException e) {
      return Optional.empty();
    }
  }

  /** Keeps the last connection of each runtime, since it makes a new one after each command. */
  private void keep(UUID cookie, Connection connection) {
    close(waiting.put(cookie, connection));
    if (waiting.size() > MOST_WAITING) {
      UUID oldest = waiting.keySet().iterator().next();
      close(waiting.remove(oldest));
    }
  }

  private static void close(@Nullable Connection connection) {
    if (connection != null) {
      connection.close();
    }
  }

  @Override
  public void close() throws IOException {
    waiting.values().forEach(Connection::close);
    waiting.clear();
    selector.close();
    server.close();
    Files.deleteIfExists(socket);
    Files.deleteIfExists(Objects.requireNonNull(socket.getParent()));
  }
}
