// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.control;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.bridge.control.ControlException.Reason;
import dev.tiptoe.bridge.socket.Listener;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.Lease;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** The requests, and how answers are read: the bytes are the agent's own. */
final class ControlClientTest {

  private static final Duration SHORT = Duration.ofMillis(200);

  @TempDir private Path folder = Path.of("");

  @Test
  void status_ofTheGoldenAnswer_hasEveryQuantity() throws IOException {
    try (FakeAgent agent = new FakeAgent(GoldenMessages.answer(RequestKind.STATUS), true)) {
      AgentStatus status = agent.client().status();
      assertArrayEquals(GoldenMessages.request(RequestKind.STATUS), agent.asked());
      assertEquals("/tmp/ü.tiptoe", status.trace());
      assertEquals("9.0.1", status.runtimeVersion());
      assertEquals(List.of(Quantity.values()), List.copyOf(status.quantities().keySet()));
      assertEquals(0x0102030405060701L, status.of(Quantity.PROCESS_ID).orElseThrow());
      assertEquals(0x0102030405060718L, status.of(Quantity.REACHED_PERIOD).orElseThrow());
      assertEquals(0x0102030405060721L, status.of(Quantity.PERF_SAMPLED).orElseThrow());
    }
  }

  @Test
  void sampling_ofTheGoldenAnswer_isWhatIsInForce() throws IOException {
    try (FakeAgent agent = new FakeAgent(GoldenMessages.answer(RequestKind.SAMPLING), true)) {
      SampleRate rate =
          agent.client().sampling(Optional.of(Duration.ofMillis(5)), Optional.empty());
      assertArrayEquals(GoldenMessages.request(RequestKind.SAMPLING), agent.asked());
      assertEquals(new SampleRate(Duration.ofMillis(5), 20_000), rate);
    }
  }

  @Test
  void heap_ofTheGoldenAnswer_isAllInAll() throws IOException {
    try (FakeAgent agent = new FakeAgent(GoldenMessages.answer(RequestKind.HEAP), true)) {
      WalkedHeap heap = agent.client().heap(Duration.ofMillis(250), SHORT);
      assertArrayEquals(GoldenMessages.request(RequestKind.HEAP), agent.asked());
      assertEquals(
          new WalkedHeap(
              1, 31, 0x71, 0x72, 0x73, 0x74, Duration.ofNanos(0x75), Duration.ofNanos(0x76), 0x77),
          heap);
    }
  }

  @Test
  void layout_ofTheGoldenAnswer_hasItsFields() throws IOException {
    try (FakeAgent agent = new FakeAgent(GoldenMessages.answer(RequestKind.LAYOUT), true)) {
      ClassID id = new ClassID(0x3132333435363738L);
      RuntimeClassLayout layout = agent.client().layout(new Lease<>(id, 0x41));
      assertArrayEquals(GoldenMessages.request(RequestKind.LAYOUT), agent.asked());
      assertEquals(
          new RuntimeClassLayout(
              id,
              new ModuleID(0x1112131415161718L),
              new Token(0x02000031),
              new ClassID(0x2122232425262728L),
              0x41,
              List.of(
                  new RuntimeClassLayout.Field(new Token(0x04000051), 8),
                  new RuntimeClassLayout.Field(new Token(0x04000052), 16))),
          layout);
    }
  }

  @Test
  void flushAndDetach_ofTheGoldenAnswers_areRead() throws IOException {
    try (FakeAgent agent = new FakeAgent(GoldenMessages.answer(RequestKind.FLUSH), true)) {
      assertEquals(new FlushPoint(0x51, 0x52, 0x53), agent.client().flush());
      assertArrayEquals(GoldenMessages.request(RequestKind.FLUSH), agent.asked());
    }
    try (FakeAgent agent = new FakeAgent(GoldenMessages.answer(RequestKind.DETACH), true)) {
      assertEquals(Duration.ofNanos(0x61), agent.client().detach());
      assertArrayEquals(GoldenMessages.request(RequestKind.DETACH), agent.asked());
    }
  }

  @Test
  void refusal_ofTheAgent_saysWhy() {
    try (FakeAgent agent = new FakeAgent(GoldenMessages.refusal(), true)) {
      Lease<ClassID> lease = new Lease<>(new ClassID(8), 1);
      ControlException refused =
          assertThrows(ControlException.class, () -> agent.client().layout(lease));
      assertEquals(Reason.NOT_VALID, refused.reason());
      assertEquals("not välid", refused.getMessage());
    }
  }

  @Test
  void answer_cutAnywhere_isLost() {
    byte[] whole = GoldenMessages.answer(RequestKind.STATUS);
    for (int length = 0; length < whole.length; length += 7) {
      byte[] cut = ByteBuffer.allocate(length).put(whole, 0, length).array();
      try (FakeAgent agent = new FakeAgent(cut, true)) {
        assertReason(Reason.LOST, () -> agent.client().status());
      }
    }
  }

  @Test
  void peer_thatDoesNotAnswer_isGivenUpInTime() {
    try (FakeAgent agent = new FakeAgent(new byte[0], false)) {
      assertReason(Reason.TIMED_OUT, () -> agent.client().within(SHORT).flush());
    }
    byte[] whole = GoldenMessages.answer(RequestKind.STATUS);
    try (FakeAgent agent =
        new FakeAgent(ByteBuffer.allocate(20).put(whole, 0, 20).array(), false)) {
      assertReason(Reason.TIMED_OUT, () -> agent.client().within(SHORT).status());
    }
  }

  @Test
  void peer_ofAnotherProtocol_isNoAgent() {
    try (FakeAgent agent =
        new FakeAgent("HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.US_ASCII), true)) {
      assertReason(Reason.NO_ANSWER, () -> agent.client().flush());
    }
  }

  @Test
  void socket_whereNobodyListens_isNoAgent() throws IOException {
    FakeAgent agent = new FakeAgent(new byte[0], true);
    ControlClient client = agent.client();
    agent.close();
    assertReason(Reason.NO_AGENT, client::flush);
    Path file = Files.createFile(folder.resolve("file"));
    assertReason(Reason.NO_AGENT, () -> ControlClient.at(file).flush());
  }

  @Test
  void path_tooLongForASocket_isReported() {
    Path longPath = folder.resolve("x".repeat(200));
    assertReason(Reason.NO_AGENT, () -> ControlClient.at(longPath).flush());
  }

  /** Whose queue is full is there, and may yet have time. */
  @Test
  void agent_whoseQueueIsFull_isWaitedForWithinTheBound() throws IOException {
    Path socket = folder.resolve("busy");
    List<SocketChannel> waiting = new ArrayList<>();
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(socket), 1);
      boolean room = true;
      while (room) {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        waiting.add(channel);
        room = Listener.connect(channel, socket) == Listener.CONNECTED;
      }
      assertReason(Reason.TIMED_OUT, () -> ControlClient.at(socket).within(SHORT).flush());

      Thread agent = new Thread(() -> answerAll(server), "agent");
      agent.setDaemon(true);
      agent.start();
      ControlClient client = ControlClient.at(socket).within(Duration.ofMinutes(1));
      assertEquals(new FlushPoint(0x51, 0x52, 0x53), client.flush());
    } finally {
      for (SocketChannel channel : waiting) {
        channel.close();
      }
    }
  }

  private static void answerAll(ServerSocketChannel server) {
    ByteBuffer answer = ByteBuffer.wrap(GoldenMessages.answer(RequestKind.FLUSH));
    try {
      while (true) {
        server.accept().write(answer.rewind());
      }
    } catch (IOException e) {
      // The test is over.
    }
  }

  @Test
  void agent_thatLeavesBeforeItReads_isLost() throws IOException, InterruptedException {
    Path socket = folder.resolve("leaving");
    ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(socket));
    Thread leaver = new Thread(() -> leave(server), "leaver");
    leaver.setDaemon(true);
    leaver.start();
    assertReason(Reason.LOST, () -> ControlClient.at(socket).within(Duration.ofMinutes(1)).flush());
    leaver.join(TimeUnit.MINUTES.toMillis(1));
    assertFalse(leaver.isAlive(), "it does not leave");
    assertReason(Reason.NO_AGENT, () -> ControlClient.at(socket).flush());
  }

  /** Accepts one connection and hangs up; then nothing listens any more. */
  private static void leave(ServerSocketChannel server) {
    try (server) {
      server.accept().close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void bound_ofAnyLength_isABound() throws IOException {
    Duration forever = Duration.ofSeconds(Long.MAX_VALUE);
    try (FakeAgent agent = new FakeAgent(GoldenMessages.answer(RequestKind.HEAP), true)) {
      assertEquals(0x71, agent.client().within(forever).heap(forever, forever).objects());
    }
    assertReason(Reason.TIMED_OUT, () -> ControlClient.at(folder).within(Duration.ZERO).flush());
  }

  @Test
  void rate_thatIsNone_isTheCallersMistake() {
    ControlClient client = ControlClient.at(folder.resolve("socket"));
    Optional<Duration> back = Optional.of(Duration.ofNanos(-1));
    assertThrows(IllegalArgumentException.class, () -> client.sampling(back, Optional.empty()));
    for (int share : new int[] {-1, 1_000_001}) {
      Optional<Integer> duty = Optional.of(share);
      assertThrows(IllegalArgumentException.class, () -> client.sampling(Optional.empty(), duty));
    }
  }

  @Test
  void thread_thatIsInterrupted_asksNoMore() {
    try (FakeAgent agent = new FakeAgent(new byte[0], false)) {
      Thread.currentThread().interrupt();
      assertReason(Reason.LOST, () -> agent.client().flush());
    } finally {
      assertTrue(Thread.interrupted());
    }
  }

  private static void assertReason(Reason reason, Executable asking) {
    ControlException problem = assertThrows(ControlException.class, asking);
    assertEquals(reason, problem.reason(), problem.getMessage());
  }
}
