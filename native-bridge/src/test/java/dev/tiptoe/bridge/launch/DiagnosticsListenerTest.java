// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.launch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tiptoe.bridge.diagnostics.DiagnosticsException;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** A client that connects where runtimes wait for their start. */
@SuppressWarnings("try") // a connection is there, whether one asks it or not
final class DiagnosticsListenerTest {

  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Duration SHORT = Duration.ofMillis(10);
  static final int ADVERTISEMENT = 34;
  private static final int COOKIE = 8;
  private static final byte[] MAGIC = "ADVR_V1\0".getBytes(StandardCharsets.ISO_8859_1);

  private static byte[] advertisement(int cookie, long pid) {
    ByteBuffer said = ByteBuffer.allocate(ADVERTISEMENT).order(ByteOrder.LITTLE_ENDIAN);
    return said.put(MAGIC)
        .putLong(cookie)
        .putLong(~cookie)
        .putLong(pid)
        .putShort((short) 0)
        .array();
  }

  private static SocketChannel connect(DiagnosticsListener listener, byte... said)
      throws IOException {
    SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(listener.socket()));
    channel.write(ByteBuffer.wrap(said));
    return channel;
  }

  @Test
  void runtime_thatComesBackWithEachCommand_isOne() throws IOException {
    try (DiagnosticsListener listener = DiagnosticsListener.open(LONG);
        SocketChannel first = connect(listener, advertisement(1, 4711));
        SocketChannel another = connect(listener, advertisement(2, 4712));
        SocketChannel again = connect(listener, advertisement(1, 4711))) {
      assertEquals(4711, listener.next(LONG).orElseThrow().pid());
      assertEquals(4712, listener.next(LONG).orElseThrow().pid());
      assertEquals(Optional.empty(), listener.next(SHORT));
    }
  }

  /** It stands between the listener and a runtime, for a second. */
  @Test
  void peer_thatSaysNothing_isLetGo() throws IOException {
    try (DiagnosticsListener listener = DiagnosticsListener.open(LONG);
        SocketChannel peer = connect(listener);
        SocketChannel runtime = connect(listener, advertisement(1, 4711))) {
      assertEquals(4711, listener.next(LONG).orElseThrow().pid());
      assertEquals(-1, peer.read(ByteBuffer.allocate(1)));
    }
  }

  /**
   * A wrong advertisement comes from an unknown peer; a right one has its number; and the next is a
   * right one.
   */
  @Property(tries = 40)
  void next_whateverIsSaid_isARuntimeOrNothing(
      @ForAll @Size(max = 50) byte[] random, @ForAll @IntRange(max = ADVERTISEMENT) int begin)
      throws IOException {
    nextIsARuntimeOrNothing(random, begin);
  }

  /** The advertisement is right up to some byte, where the random ones begin. */
  static void nextIsARuntimeOrNothing(byte[] random, int begin) throws IOException {
    byte[] said = advertisement(7, 4711);
    int length = Math.max(Math.min(said.length, begin + random.length), begin);
    System.arraycopy(random, 0, said, begin, Math.min(random.length, said.length - begin));
    byte[] sent = Arrays.copyOf(said, length);
    boolean whole =
        sent.length == ADVERTISEMENT && Arrays.equals(Arrays.copyOf(sent, COOKIE), MAGIC);
    try (DiagnosticsListener listener = DiagnosticsListener.open(LONG)) {
      try (SocketChannel peer = connect(listener, sent)) {
        peer.shutdownOutput();
        Optional<SuspendedRuntime> found = listener.next(SHORT);
        assertEquals(whole, found.isPresent());
        if (whole) {
          long pid = ByteBuffer.wrap(sent).order(ByteOrder.LITTLE_ENDIAN).getLong(24);
          assertEquals(pid, found.orElseThrow().pid());
        }
      }
      try (SocketChannel runtime = connect(listener, advertisement(8, 1))) {
        assertEquals(1, listener.next(LONG).orElseThrow().pid());
      }
    }
  }

  /** Whatever it answers to its command. */
  @Property(tries = 100)
  void command_whateverIsAnswered_isDoneOrOneError(@ForAll @Size(max = 40) byte[] answer)
      throws IOException {
    try (DiagnosticsListener listener = DiagnosticsListener.open(LONG);
        SocketChannel runtime = connect(listener, advertisement(1, 4711))) {
      SuspendedRuntime found = listener.next(LONG).orElseThrow();
      runtime.write(ByteBuffer.wrap(answer));
      runtime.shutdownOutput();
      assertThrows(DiagnosticsException.class, found.client()::resumeRuntime);
    }
  }

  @Test
  void close_leavesNothing() throws IOException {
    Path folder;
    try (DiagnosticsListener listener = DiagnosticsListener.open(LONG)) {
      folder = Objects.requireNonNull(listener.socket().getParent());
      assertArrayEquals(
          new String[] {"socket"}, folder.toFile().list(), "there is a socket and nothing else");
    }
    assertFalse(Files.exists(folder));
  }
}
