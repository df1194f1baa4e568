// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.attach;

import dev.tiptoe.bridge.border.Border;
import dev.tiptoe.bridge.border.Target;
import dev.tiptoe.bridge.socket.Connection;
import dev.tiptoe.bridge.socket.Deadline;
import dev.tiptoe.bridge.socket.LocalConnection;
import dev.tiptoe.bridge.socket.UnreachableException;
import dev.tiptoe.bridge.socket.UnreachableException.Reason;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * A target in this process, without a child: what the other side has is in a folder of the test.
 *
 * @param socket where its runtime listens
 * @param root its root
 * @param identity its reported identity
 * @param agentListens whether it has an agent already
 */
record FakeTarget(Path socket, Path root, Identity identity, boolean agentListens)
    implements Target {

  private static final String TRACE = "/theirs.tiptoe";

  /** A way to it, whichever process is asked for. */
  Border border() {
    return (process, startTime) -> this;
  }

  /** The same, with an agent in it. */
  FakeTarget withAgent() {
    return new FakeTarget(socket, root, identity, true);
  }

  /** The same, which sees other files than we do: they are in that folder. */
  FakeTarget withRoot(Path other) {
    return new FakeTarget(
        socket, other, new Identity(identity.ownPid(), identity.uid(), false), agentListens);
  }

  /** A file in its root. */
  Path reached(String seen) {
    return root.resolve(seen.substring(1));
  }

  @Override
  public Connection connectToRuntime(Deadline deadline) throws UnreachableException {
    return LocalConnection.open(socket, deadline);
  }

  @Override
  public Connection connectToAgent(Deadline deadline) throws UnreachableException {
    if (agentListens) {
      return new Silent();
    }
    throw new UnreachableException(Reason.NOT_THERE, "no agent listens");
  }

  @Override
  public String putAgent(String digest, byte[] library) {
    return "/agent-" + digest + ".so";
  }

  @Override
  public String newControlPath() {
    return "/no/such/socket";
  }

  @Override
  public String beginTrace() {
    return TRACE;
  }

  @Override
  public Optional<Piece> readTrace(long offset, int most) throws UnreachableException {
    Path file = reached(TRACE);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      ByteBuffer bytes = ByteBuffer.allocate(most).order(ByteOrder.LITTLE_ENDIAN);
      while (bytes.hasRemaining() && channel.read(bytes, offset + bytes.position()) > 0) {}
      return Optional.of(new Piece(channel.size(), Math.min(offset, channel.size()), bytes.flip()));
    } catch (IOException e) {
      throw new UnreachableException(Reason.FAILED, e.toString());
    }
  }

  @Override
  public void endTrace() {
    try {
      Files.deleteIfExists(reached(TRACE));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void clearControlSocketsOf(long pid) {
    throw new AssertionError("nobody asks an attach for that");
  }

  @Override
  public void close() {
    // It holds nothing.
  }

  /** A connection over which nothing is said. */
  private record Silent() implements Connection {

    @Override
    public String where() {
      return "nowhere";
    }

    @Override
    public void send(ByteBuffer bytes, Deadline deadline) throws UnreachableException {
      throw new UnreachableException(Reason.HUNG_UP, "nobody is there");
    }

    @Override
    public ByteBuffer receive(int length, Deadline deadline) throws UnreachableException {
      throw new UnreachableException(Reason.HUNG_UP, "nobody is there");
    }

    @Override
    public void close() {
      // It holds nothing.
    }
  }
}
