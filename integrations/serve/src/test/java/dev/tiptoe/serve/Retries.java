// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.rpc.RetryInfo;
import com.google.rpc.Status;
import dev.tiptoe.serve.given.GrpcSender;
import dev.tiptoe.serve.given.HttpSender;
import dev.tiptoe.serve.given.Profiles;
import dev.tiptoe.serve.given.Proxies;
import dev.tiptoe.serve.given.StandIn;
import dev.tiptoe.serve.message.Reason;
import dev.tiptoe.serve.message.SenderRefusal;
import dev.tiptoe.symbols.index.SharedIndexFolder;
import io.grpc.CallOptions;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import io.opentelemetry.proto.collector.profiles.v1development.ExportProfilesPartialSuccess;
import io.opentelemetry.proto.collector.profiles.v1development.ExportProfilesServiceResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A proxy before back ends that do not take their messages at once. */
abstract class Retries {

  static final byte[] RESPONSE =
      ExportProfilesServiceResponse.newBuilder()
          .setPartialSuccess(
              ExportProfilesPartialSuccess.newBuilder()
                  .setRejectedProfiles(1)
                  .setErrorMessage("too old"))
          .build()
          .toByteArray();

  @TempDir Path folder = Path.of("");

  private final List<AutoCloseable> open = new ArrayList<>();
  Proxies proxies = new Proxies(new SharedIndexFolder(Path.of("")));

  @BeforeEach
  void writeIndex() throws IOException {
    Profiles.index(folder);
    proxies = new Proxies(new SharedIndexFolder(folder));
  }

  @AfterEach
  void closeAll() throws Exception {
    for (int i = open.size() - 1; i >= 0; i--) {
      open.get(i).close();
    }
  }

  <T extends AutoCloseable> T opened(T resource) {
    open.add(resource);
    return resource;
  }

  static StatusRuntimeException failure(CompletableFuture<byte[]> call) {
    ExecutionException problem =
        assertThrows(ExecutionException.class, () -> call.get(300, TimeUnit.SECONDS));
    return assertInstanceOf(StatusRuntimeException.class, problem.getCause());
  }

  static Duration retryDelay(StatusRuntimeException problem) throws IOException {
    Status status = StatusProto.fromThrowable(problem);
    var delay = status.getDetails(0).unpack(RetryInfo.class).getRetryDelay();
    return Duration.ofSeconds(delay.getSeconds(), delay.getNanos());
  }

  private static String metrics(OtlpProxy proxy) {
    return new String(
        new HttpSender(proxy.adminAddress()).send("GET", "/metrics").body(),
        StandardCharsets.UTF_8);
  }

  void awayAndBack(int messages) throws Exception {
    for (StandIn backEnd : List.of(opened(StandIn.grpc()), opened(StandIn.http()))) {
      AtomicInteger attempts = new AtomicInteger();
      backEnd.answers(
          message ->
              attempts.incrementAndGet() % 3 == 0
                  ? StandIn.Answer.taken(RESPONSE)
                  : StandIn.Answer.AWAY);
      OtlpProxy proxy = opened(proxies.to(backEnd.address()).start());
      GrpcSender sender = opened(new GrpcSender(proxy.grpcAddress()));
      // A client that has no connection yet does not keep the order of its calls.
      sender.send(Profiles.small("0")).get(300, TimeUnit.SECONDS);
      List<CompletableFuture<byte[]>> calls =
          IntStream.range(1, messages)
              .mapToObj(i -> sender.send(Profiles.small(String.valueOf(i))))
              .toList();
      for (CompletableFuture<byte[]> call : calls) {
        assertArrayEquals(RESPONSE, call.get(300, TimeUnit.SECONDS));
      }
      assertEquals(
          IntStream.range(0, messages).mapToObj(String::valueOf).toList(), backEnd.taken());
      assertEquals(3 * messages, attempts.get());
      assertTrue(metrics(proxy).contains("tiptoe_serve_retries_total " + 2.0 * messages));
    }
    assertTrue(
        proxies.logged.stream().anyMatch(line -> line.startsWith("the back end does not take")),
        proxies.logged::toString);
    assertTrue(proxies.logged.contains("the back end takes messages again"));
  }

  void deadline(int seconds) throws Exception {
    OtlpProxy proxy = opened(proxies.start());
    GrpcSender grpc = opened(new GrpcSender(proxy.grpcAddress()));
    CallOptions soon = CallOptions.DEFAULT.withDeadlineAfter(seconds, TimeUnit.SECONDS);
    StatusRuntimeException problem = failure(grpc.send(Profiles.small("1"), soon, Map.of()));
    assertEquals(io.grpc.Status.Code.UNAVAILABLE, problem.getStatus().getCode());
  }

  void timeIsWaited(Duration asked, List<StandIn> backEnds) throws Exception {
    byte[] details = SenderRefusal.until(Reason.BUSY, "later", asked).toStatus();
    for (StandIn backEnd : backEnds) {
      List<Long> times = java.util.Collections.synchronizedList(new ArrayList<>());
      backEnd.answers(
          message -> {
            times.add(System.nanoTime());
            return times.size() == 1
                ? new StandIn.Answer(8, 429, details, 1)
                : StandIn.Answer.taken(RESPONSE);
          });
      OtlpProxy proxy = opened(proxies.to(backEnd.address()).start());
      GrpcSender grpc = opened(new GrpcSender(proxy.grpcAddress()));
      grpc.send(Profiles.small("1")).get(300, TimeUnit.SECONDS);
      long waited = TimeUnit.NANOSECONDS.toMillis(times.get(1) - times.get(0));
      assertTrue(waited >= asked.toMillis(), waited + " ms");
    }
  }
}
