// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.serve.given.GrpcSender;
import dev.tiptoe.serve.given.Http2Sender;
import dev.tiptoe.serve.given.Http2Sender.Frame;
import dev.tiptoe.serve.given.HttpSender;
import dev.tiptoe.serve.given.Profiles;
import dev.tiptoe.serve.given.Proxies;
import dev.tiptoe.serve.given.StandIn;
import dev.tiptoe.symbols.index.SharedIndexFolder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Senders that abuse HTTP/2; a good one is served afterwards. */
class HostileHttp2Test {

  private static final int USUAL_WINDOW = 65_535;
  private static final int UNKNOWN = 0xfa;
  private static final String HEALTH = "grpc.health.v1.Health/Check";
  private static final byte[] ONE = {0};
  private static final List<Integer> ENDS = List.of(Http2Sender.GO_AWAY);

  @TempDir private Path folder = Path.of("");

  private final List<AutoCloseable> open = new ArrayList<>();
  private Proxies proxies = new Proxies(new SharedIndexFolder(Path.of("")));

  @BeforeEach
  void start() throws IOException {
    Profiles.index(folder);
    StandIn backEnd = opened(StandIn.grpc());
    proxies = new Proxies(new SharedIndexFolder(folder)).to(backEnd.address());
  }

  @AfterEach
  void closeAll() throws Exception {
    for (int i = open.size() - 1; i >= 0; i--) {
      open.get(i).close();
    }
  }

  private <T extends AutoCloseable> T opened(T resource) {
    open.add(resource);
    return resource;
  }

  private Http2Sender sender(OtlpProxy proxy, int window) throws IOException {
    return opened(new Http2Sender(proxy.grpcAddress(), window));
  }

  private static void serveAGoodOne(OtlpProxy proxy) throws Exception {
    try (GrpcSender sender = new GrpcSender(proxy.grpcAddress())) {
      assertArrayEquals(
          new byte[0], sender.send(Profiles.small("good")).get(300, TimeUnit.SECONDS));
    }
    awaitNothingInFlight(proxy);
  }

  private static void awaitNothingInFlight(OtlpProxy proxy) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(300);
    while (!metrics(proxy).contains("tiptoe_serve_in_flight_bytes 0.0")) {
      assertTrue(System.nanoTime() < end, () -> metrics(proxy));
      Thread.onSpinWait();
    }
  }

  private static String metrics(OtlpProxy proxy) {
    return new String(
        new HttpSender(proxy.adminAddress()).send("GET", "/metrics").body(),
        StandardCharsets.UTF_8);
  }

  /** Each byte is kept in a frame of its own until the message is whole. */
  @Test
  void message_inFramesOfAByte_countsForMoreThanItsBytes() throws Exception {
    OtlpProxy proxy = opened(proxies.memory(1 << 20, 1 << 16).start());
    Http2Sender sender = sender(proxy, USUAL_WINDOW);
    CompletableFuture<Optional<Frame>> answer = sender.later(List.of(Http2Sender.HEADERS));
    assertTrue(sender.write(Http2Sender.call(1, true)));
    byte[] message = Http2Sender.message(new byte[60_000]);
    var most = new ByteArrayOutputStream();
    // Not to its end, so nothing but their number can be refused.
    for (int i = 0; i < 50_000; i++) {
      most.writeBytes(Http2Sender.data(1, new byte[] {message[i]}, false));
    }
    boolean unused = sender.write(most.toByteArray());
    String text = answer.get(300, TimeUnit.SECONDS).orElseThrow().text();
    assertTrue(text.contains("too many messages at once"), text);
    // Its memory is given back when the call has ended, which may be after its answer.
    awaitNothingInFlight(proxy);
    serveAGoodOne(proxy);
  }

  /** A health check needs no token, so its bytes must not take the memory of messages. */
  @Test
  void healthChecks_thatAreTooLong_areEnded_andTakeNoMemoryOfMessages() throws Exception {
    OtlpProxy proxy = opened(proxies.tokens("secret", "other").start());
    Http2Sender sender = sender(proxy, USUAL_WINDOW);
    int calls = 60;
    for (int i = 0; i < calls; i++) {
      assertTrue(sender.write(Http2Sender.call(2 * i + 1, HEALTH, true)));
      assertTrue(sender.write(Http2Sender.data(2 * i + 1, Http2Sender.prefix(900_000), false)));
      // Half of them in one part, half in parts of a byte.
      for (byte[] part : i % 2 == 0 ? List.of(new byte[5000]) : Collections.nCopies(50, ONE)) {
        assertTrue(sender.write(Http2Sender.data(2 * i + 1, part, false)));
      }
    }
    for (int i = 0; i < calls; i++) {
      Frame end = sender.next(List.of(Http2Sender.HEADERS)).orElseThrow();
      // Those after the first refer to its text.
      assertTrue(i > 0 || end.text().contains("more than a request has"), end::text);
      assertTrue(metrics(proxy).contains("tiptoe_serve_in_flight_bytes 0.0"));
    }
  }

  @Test
  void healthChecks_thatDoNotCome_areEndedAfterTheTimeOfMessages() throws Exception {
    OtlpProxy proxy = opened(proxies.receive(Duration.ofMillis(300)).start());
    Http2Sender sender = sender(proxy, USUAL_WINDOW);
    assertTrue(sender.write(Http2Sender.call(1, HEALTH, true)));
    assertTrue(sender.write(Http2Sender.data(1, Http2Sender.prefix(10), false)));
    Frame end = sender.next(List.of(Http2Sender.HEADERS)).orElseThrow();
    assertTrue(end.text().contains("did not arrive within 300 ms"), end::text);
  }

  /** Each byte of a message is read together with frames that have nothing to do with it. */
  @Test
  void framesBesideAMessage_areNotKeptWithIt() throws Exception {
    OtlpProxy proxy = opened(proxies.start());
    Http2Sender sender = sender(proxy, USUAL_WINDOW);
    int calls = 40;
    for (int i = 0; i < calls; i++) {
      assertTrue(sender.write(Http2Sender.call(2 * i + 1, true)));
      assertTrue(sender.write(Http2Sender.data(2 * i + 1, Http2Sender.prefix(60_000), false)));
    }
    long before = offHeap();
    byte[] other = Http2Sender.frame(UNKNOWN, 0, 0, new byte[16_000]);
    for (int i = 0; i < 30 * calls; i++) {
      var all = new ByteArrayOutputStream();
      all.writeBytes(Http2Sender.data(2 * (i % calls) + 1, ONE, false));
      for (int j = 0; j < 4; j++) {
        all.writeBytes(other);
      }
      assertTrue(sender.write(all.toByteArray()));
    }
    CompletableFuture<Optional<Frame>> answer = sender.later(List.of(Http2Sender.PING));
    assertTrue(sender.write(Http2Sender.frame(Http2Sender.PING, 0, 0, new byte[8])));
    assertTrue(answer.get(300, TimeUnit.SECONDS).isPresent());
    long kept = offHeap() - before;
    assertTrue(kept < 24 << 20, () -> kept + " bytes are kept for 1,200 of messages");
  }

  /** Returns the bytes of all buffers outside of the heap. */
  private static long offHeap() {
    return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
        .filter(pool -> pool.getName().equals("direct"))
        .mapToLong(BufferPoolMXBean::getMemoryUsed)
        .sum();
  }

  @Test
  void calls_thatAreResetAtOnce_endTheConnection() throws Exception {
    OtlpProxy proxy = opened(proxies.start());
    Http2Sender sender = sender(proxy, USUAL_WINDOW);
    CompletableFuture<Optional<Frame>> end = sender.later(ENDS);
    byte[] message = Http2Sender.message(Profiles.small("reset"));
    for (int stream = 1; stream < 20_000; stream += 2) {
      var all = new ByteArrayOutputStream();
      all.writeBytes(Http2Sender.call(stream, true));
      all.writeBytes(Http2Sender.data(stream, message, true));
      all.writeBytes(Http2Sender.reset(stream));
      if (!sender.write(all.toByteArray())) {
        break;
      }
    }
    assertEnded(end);
    serveAGoodOne(proxy);
  }

  /** It ends with a frame that says so, or at once. */
  private static void assertEnded(CompletableFuture<Optional<Frame>> end) throws Exception {
    Optional<Frame> frame = end.get(300, TimeUnit.SECONDS);
    assertTrue(frame.isEmpty() || frame.get().type() == Http2Sender.GO_AWAY);
  }

  @Test
  void headers_withoutAnEnd_endTheConnection() throws Exception {
    OtlpProxy proxy = opened(proxies.start());
    for (int size : new int[] {0, 1, 16_000}) {
      Http2Sender sender = sender(proxy, USUAL_WINDOW);
      CompletableFuture<Optional<Frame>> end = sender.later(ENDS);
      assertTrue(sender.write(Http2Sender.call(1, false)));
      byte[] more = Http2Sender.frame(Http2Sender.CONTINUATION, 0, 1, new byte[size]);
      for (int i = 0; i < 100_000; i++) {
        if (!sender.write(more)) {
          break;
        }
      }
      assertEnded(end);
    }
    serveAGoodOne(proxy);
  }

  @Test
  void pings_andSettings_withoutEnd_endTheConnection() throws Exception {
    OtlpProxy proxy = opened(proxies.start());
    for (byte[] frame :
        List.of(
            Http2Sender.frame(Http2Sender.PING, 0, 0, new byte[8]),
            Http2Sender.frame(Http2Sender.SETTINGS, 0, 0, new byte[0]))) {
      // It reads nothing, so the answers to these pile up.
      Http2Sender sender = sender(proxy, USUAL_WINDOW);
      int written = 0;
      while (written < 2_000_000 && sender.write(frame)) {
        written++;
      }
      assertTrue(written < 2_000_000, "no end of them");
    }
    serveAGoodOne(proxy);
  }

  @Test
  void answers_thatNobodyReads_areAsManyAsCallsMayBe_andDoNotHoldUpTheEnd() throws Exception {
    OtlpProxy proxy = opened(proxies.start());
    Http2Sender sender = sender(proxy, 0);
    byte[] message = Http2Sender.message(Profiles.small("unread"));
    CompletableFuture<Optional<Frame>> refused = sender.later(List.of(Http2Sender.RESET));
    for (int stream = 1; stream < 200; stream += 2) {
      assertTrue(sender.write(Http2Sender.call(stream, true)));
      assertTrue(sender.write(Http2Sender.data(stream, message, true)));
    }
    Frame first = refused.get(300, TimeUnit.SECONDS).orElseThrow();
    assertEquals(2 * 64 + 1, first.stream());
    serveAGoodOne(proxy);
    assertTrue(proxy.stop(Duration.ofMillis(300)));
  }
}
