// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.serve.given.GrpcSender;
import dev.tiptoe.serve.given.HttpSender;
import dev.tiptoe.serve.given.Profiles;
import dev.tiptoe.serve.given.ServedMain;
import dev.tiptoe.serve.given.StandIn;
import io.grpc.Status;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A stream of 20,000 profiles of 1,000 samples a minute through a proxy in a process of its own,
 * whose back end is there, then slow, then away in two ways, then back; at last the proxy is killed
 * and started again. {@code -Dserve.minutes=30} lets it last longer than one minute.
 */
@Tag("quarter-2")
class StreamWitnessTest {

  private static final int PER_MINUTE = 20_000;
  private static final int SENDERS = 50;
  private static final int AT_A_TIME = 8;
  private static final long SLOW_MILLIS = 100;
  private static final long PAUSE_MILLIS = 200;

  /** What a machine at a tenth of its speed may take longer. */
  private static final long LATE_SECONDS = 1200;

  @TempDir private Path folder = Path.of("");

  private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(2);
  private final Map<String, Integer> taken = new ConcurrentHashMap<>();
  private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();

  /** Messages whose connection broke, of which nobody knows whether they were taken. */
  private final Set<String> unknown = ConcurrentHashMap.newKeySet();

  private final AtomicLong comeAgain = new AtomicLong();
  private final Set<String> otherProblems = ConcurrentHashMap.newKeySet();
  private final List<Long> memory = new ArrayList<>();
  private final byte[] profile = Profiles.large(1000);

  private StandIn.Answer take(StandIn.Received message) {
    taken.merge(Profiles.id(message.bytes()), 1, Integer::sum);
    return StandIn.Answer.taken(new byte[0]);
  }

  private CompletableFuture<StandIn.Answer> takeSlowly(StandIn.Received message) {
    CompletableFuture<StandIn.Answer> later = new CompletableFuture<>();
    var unused =
        timer.schedule(() -> later.complete(take(message)), SLOW_MILLIS, TimeUnit.MILLISECONDS);
    return later;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private Process started(URI to, int port, int adminPort) throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx96m",
                "-XX:+UseSerialGC",
                "-XX:+ExitOnOutOfMemoryError",
                "-cp",
                System.getProperty("java.class.path"),
                ServedMain.class.getName(),
                folder.toString(),
                to.toString(),
                String.valueOf(port),
                String.valueOf(adminPort))
            .redirectErrorStream(true)
            .start();
    BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    String line = out.readLine();
    while (line != null && !line.equals("listens")) {
      line = out.readLine();
    }
    assertEquals("listens", line);
    // Whatever else it says must not fill the pipe.
    var unused = CompletableFuture.runAsync(() -> out.lines().forEach(each -> {}));
    return process;
  }

  private static long residentKilobytes(Process process) throws IOException {
    return Files.readAllLines(Path.of("/proc/" + process.pid() + "/status")).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
        .findFirst()
        .orElseThrow();
  }

  /** Sends messages at a rate, each until it is acknowledged. */
  private final class Stream {
    private final GrpcSender sender;
    private final Semaphore free = new Semaphore(AT_A_TIME);

    Stream(int port) {
      sender = new GrpcSender(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    }

    void send(String id) {
      free.acquireUninterruptibly();
      attempt(id);
    }

    private void attempt(String id) {
      var unused =
          sender
              .send(Profiles.withId(profile, id))
              .whenComplete(
                  (response, problem) -> {
                    if (problem == null) {
                      acknowledged.add(id);
                      free.release();
                    } else {
                      again(id, Status.fromThrowable(problem));
                    }
                  });
    }

    private void again(String id, Status status) {
      boolean fromTheProxy =
          status.getDescription() != null
              && (status.getDescription().startsWith("the back end does not take it")
                  || status.getDescription().startsWith("the back end took no message")
                  || status.getDescription().startsWith("too many messages at once"));
      if (fromTheProxy) {
        comeAgain.incrementAndGet();
      } else if (status.getCode() == Status.Code.UNAVAILABLE
          || status.getCause() instanceof ClosedChannelException) {
        unknown.add(id);
      } else {
        otherProblems.add(status.toString());
      }
      var unused = timer.schedule(() -> attempt(id), PAUSE_MILLIS, TimeUnit.MILLISECONDS);
    }

    boolean awaitAll(long seconds) throws InterruptedException {
      return free.tryAcquire(AT_A_TIME, seconds, TimeUnit.SECONDS);
    }
  }

  @Test
  void stream_withABackEndThatIsSlowAwayAndBack_losesNothingThatWasAcknowledged() throws Exception {
    Duration length = Duration.ofMinutes(Long.getLong("serve.minutes", 1));
    long messages = messages(length);
    Profiles.index(folder);
    int port = freePort();
    int adminPort = freePort();
    int backEndPort = freePort();
    StandIn backEnd = StandIn.grpc(backEndPort).forgetting();
    backEnd.answers(this::take);
    URI to = backEnd.address();
    Process proxy = started(to, port, adminPort);
    try {
      List<Stream> streams = new ArrayList<>();
      for (int i = 0; i < SENDERS; i++) {
        streams.add(new Stream(port));
      }
      long start = System.nanoTime();
      CompletableFuture<Void> fed = CompletableFuture.runAsync(() -> feed(streams, start, length));
      for (int phase = 1; phase < 10; phase++) {
        LockSupport.parkNanos(start + length.toNanos() / 10 * phase - System.nanoTime());
        memory.add(residentKilobytes(proxy));
        switch (phase) {
          case 2 -> backEnd.answersLater(this::takeSlowly);
          case 4 -> backEnd.answers(message -> StandIn.Answer.AWAY);
          case 5 -> backEnd.close();
          case 6 -> {
            backEnd = StandIn.grpc(backEndPort).forgetting();
            backEnd.answers(this::take);
          }
          case 8 -> {
            proxy.destroyForcibly().waitFor();
            proxy = started(to, port, adminPort);
          }
          default -> {
            // As before.
          }
        }
      }
      // What was held up comes later than it should.
      fed.get(length.toSeconds() + LATE_SECONDS, TimeUnit.SECONDS);
      for (Stream stream : streams) {
        assertTrue(stream.awaitAll(LATE_SECONDS), () -> "not all acknowledged: " + state());
      }
      long took = System.nanoTime() - start;
      memory.add(residentKilobytes(proxy));
      String metrics =
          new String(
              new HttpSender(new InetSocketAddress(InetAddress.getLoopbackAddress(), adminPort))
                  .send("GET", "/metrics")
                  .body(),
              StandardCharsets.UTF_8);
      System.out.printf(
          "%d messages of %d bytes in %.1f s; asked to retry: %d; broken connections: %d; taken"
              + " twice: %d; resident KB: %s%n",
          messages,
          profile.length,
          took / 1e9,
          comeAgain.get(),
          unknown.size(),
          doubled().size(),
          memory);
      assertEquals(messages, acknowledged.size());
      assertEquals(Set.of(), otherProblems);
      assertEquals(messages, taken.size());
      // Of one whose connection broke, the sender could not know that it was taken.
      assertTrue(unknown.containsAll(doubled()), this::state);
      assertTrue(comeAgain.get() > 0, this::state);
      assertTrue(metrics.contains("tiptoe_serve_in_flight_bytes 0.0"), metrics);
      long early = memory.get(1);
      long latest = memory.stream().skip(2).mapToLong(Long::longValue).max().orElseThrow();
      assertTrue(latest < early + early / 2 + 64_000, () -> "resident KB: " + memory);
      proxy.getOutputStream().close();
      assertTrue(proxy.waitFor(60, TimeUnit.SECONDS));
    } finally {
      proxy.destroyForcibly();
      backEnd.close();
      timer.shutdownNow();
    }
  }

  /** Sends all messages at their rate; falls behind while no more may be on their way. */
  private static void feed(List<Stream> streams, long start, Duration length) {
    long messages = messages(length);
    for (long i = 0; i < messages; i++) {
      LockSupport.parkNanos(start + length.toNanos() / messages * i - System.nanoTime());
      streams.get((int) (i % SENDERS)).send(String.valueOf(i));
    }
  }

  private static long messages(Duration length) {
    return length.toSeconds() * PER_MINUTE / 60;
  }

  private List<String> doubled() {
    return taken.entrySet().stream()
        .filter(entry -> entry.getValue() > 1)
        .map(Map.Entry::getKey)
        .toList();
  }

  private String state() {
    return acknowledged.size()
        + " acknowledged, "
        + taken.size()
        + " taken, twice: "
        + doubled().size()
        + ", come again: "
        + comeAgain
        + ", unknown: "
        + unknown.size()
        + ", others: "
        + otherProblems;
  }
}
