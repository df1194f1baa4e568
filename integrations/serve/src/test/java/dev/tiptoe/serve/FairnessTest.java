// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.serve.given.GrpcSender;
import dev.tiptoe.serve.given.HttpSender;
import dev.tiptoe.serve.given.Profiles;
import dev.tiptoe.serve.given.Proxies;
import dev.tiptoe.serve.given.StandIn;
import dev.tiptoe.symbols.index.SharedIndexFolder;
import io.grpc.Status;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sender that wants everything, at one address, and a modest one at another. */
class FairnessTest {

  private static final int SENDS = 8;
  private static final int CONNECTIONS = 40;

  @TempDir private Path folder = Path.of("");

  private final List<AutoCloseable> open = new ArrayList<>();
  private final BlockingQueue<CompletableFuture<StandIn.Answer>> pending =
      new LinkedBlockingQueue<>();
  private Proxies proxies = new Proxies(new SharedIndexFolder(Path.of("")));

  @BeforeEach
  void start() throws IOException {
    Profiles.index(folder);
    proxies = new Proxies(new SharedIndexFolder(folder));
  }

  /** Starts one that answers when the test says so. */
  private StandIn backEnd() throws IOException {
    StandIn backEnd = opened(StandIn.grpc());
    backEnd.answersLater(
        message -> {
          CompletableFuture<StandIn.Answer> answer = new CompletableFuture<>();
          pending.add(answer);
          return answer;
        });
    proxies.to(backEnd.address());
    return backEnd;
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

  /** Another address of this machine than that of {@code localhost}. */
  private static InetAddress elsewhere() throws IOException {
    return InetAddress.getByAddress(new byte[] {127, 0, 0, 2});
  }

  private static String metrics(OtlpProxy proxy) {
    return new String(
        new HttpSender(proxy.adminAddress()).send("GET", "/metrics").body(),
        StandardCharsets.UTF_8);
  }

  private static void await(OtlpProxy proxy, BooleanSupplier condition) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(300);
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < end, () -> metrics(proxy));
      Thread.onSpinWait();
    }
  }

  private static boolean has(OtlpProxy proxy, String metric, int value) {
    return metrics(proxy).contains("tiptoe_serve_" + metric + " " + value + ".0\n");
  }

  /** Whether so many messages have got the memory for their names. */
  private static boolean hasNamed(OtlpProxy proxy, int messages) {
    return metrics(proxy).contains("tiptoe_serve_naming_seconds_count " + messages + "\n");
  }

  @Test
  void turns_comeToEachSender_howeverManyMessagesOneHas() throws Exception {
    StandIn backEnd = backEnd();
    OtlpProxy proxy = opened(proxies.start());
    for (int i = 0; i < CONNECTIONS; i++) {
      GrpcSender connection = opened(new GrpcSender(proxy.grpcAddress()));
      for (int j = 0; j < 3; j++) {
        var unused = connection.send(Profiles.small("greedy"));
      }
    }
    int all = 3 * CONNECTIONS;
    await(proxy, () -> has(proxy, "in_flight_messages", all) && pending.size() == SENDS);
    GrpcSender modest = opened(new GrpcSender(proxy.grpcAddress(), elsewhere()));
    CompletableFuture<byte[]> answer = modest.send(Profiles.small("modest"));
    await(proxy, () -> hasNamed(proxy, all + 1));
    while (!answer.isDone()) {
      int before = backEnd.received().size();
      pending.take().complete(StandIn.Answer.taken(new byte[0]));
      await(proxy, () -> answer.isDone() || backEnd.received().size() > before);
    }
    assertArrayEquals(new byte[0], answer.get(300, TimeUnit.SECONDS));
    // One of each connection would come before it without turns.
    int place = backEnd.taken().indexOf("modest");
    assertTrue(place < CONNECTIONS / 2, place + " came before");
  }

  @Test
  void memory_isLeftForOthers_whenOneSenderTakesAllItCan() throws Exception {
    StandIn unused = backEnd();
    int size = 1 << 16;
    OtlpProxy proxy = opened(proxies.memory(40L * size, size).start());
    byte[] message = Profiles.withId(Profiles.large(400), "x");
    GrpcSender greedy = opened(new GrpcSender(proxy.grpcAddress()));
    List<CompletableFuture<byte[]>> calls = new ArrayList<>();
    while (calls.stream().noneMatch(CompletableFuture::isDone)) {
      calls.add(greedy.send(message));
      assertTrue(calls.size() < 64, "memory is not bounded");
      await(
          proxy,
          () ->
              calls.stream().anyMatch(call -> call.isDone())
                  || has(proxy, "in_flight_messages", calls.size()));
    }
    GrpcSender modest = opened(new GrpcSender(proxy.grpcAddress(), elsewhere()));
    CompletableFuture<byte[]> answer = modest.send(message);
    while (!answer.isDone()) {
      CompletableFuture<StandIn.Answer> next = pending.poll(10, TimeUnit.MILLISECONDS);
      if (next != null) {
        next.complete(StandIn.Answer.taken(new byte[0]));
      }
    }
    assertArrayEquals(new byte[0], answer.get(300, TimeUnit.SECONDS));
    Set<Status.Code> refused = new HashSet<>();
    for (CompletableFuture<byte[]> call : calls) {
      if (call.isCompletedExceptionally()) {
        ExecutionException problem = assertThrows(ExecutionException.class, call::get);
        refused.add(Status.fromThrowable(problem.getCause()).getCode());
      }
    }
    assertEquals(Set.of(Status.Code.RESOURCE_EXHAUSTED), refused);
  }

  @Test
  void connections_areLeftForOthers_whenOneSenderOpensAllItCan() throws Exception {
    StandIn unused = backEnd();
    OtlpProxy proxy = opened(proxies.connections(8).start());
    for (int i = 0; i < 8; i++) {
      opened(new Socket(InetAddress.getLoopbackAddress(), proxy.httpAddress().getPort()));
    }
    await(proxy, () -> has(proxy, "connections", 6));
    assertTrue(
        proxies.logged.contains("too many connections; a new one was closed"),
        proxies.logged::toString);
    GrpcSender modest = opened(new GrpcSender(proxy.grpcAddress(), elsewhere()));
    CompletableFuture<byte[]> answer = modest.send(Profiles.small("modest"));
    pending.take().complete(StandIn.Answer.taken(new byte[0]));
    assertArrayEquals(new byte[0], answer.get(300, TimeUnit.SECONDS));
  }
}
