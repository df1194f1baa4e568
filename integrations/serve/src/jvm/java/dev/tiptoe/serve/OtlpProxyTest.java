// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.rpc.RetryInfo;
import com.google.rpc.Status;
import dev.tiptoe.profile.FrameStyle;
import dev.tiptoe.profile.format.ProfileSymbolizer;
import dev.tiptoe.serve.given.GrpcSender;
import dev.tiptoe.serve.given.HttpSender;
import dev.tiptoe.serve.given.Profiles;
import dev.tiptoe.serve.given.Proxies;
import dev.tiptoe.serve.given.StandIn;
import dev.tiptoe.serve.setting.Compression;
import dev.tiptoe.symbols.Symbols;
import dev.tiptoe.symbols.index.SharedIndexFolder;
import io.grpc.CallOptions;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.protobuf.StatusProto;
import io.opentelemetry.proto.collector.profiles.v1development.ExportProfilesPartialSuccess;
import io.opentelemetry.proto.collector.profiles.v1development.ExportProfilesServiceResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OtlpProxyTest {

  private static final byte[] RESPONSE =
      ExportProfilesServiceResponse.newBuilder()
          .setPartialSuccess(
              ExportProfilesPartialSuccess.newBuilder()
                  .setRejectedProfiles(1)
                  .setErrorMessage("too old"))
          .build()
          .toByteArray();

  @TempDir private Path folder = Path.of("");

  private final List<AutoCloseable> open = new ArrayList<>();
  private Proxies proxies = new Proxies(new SharedIndexFolder(Path.of("")));

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

  private <T extends AutoCloseable> T opened(T resource) {
    open.add(resource);
    return resource;
  }

  private byte[] named(byte[] message) throws IOException {
    var out = new ByteArrayOutputStream();
    ProfileSymbolizer.symbolizeMessage(
        message, out, Symbols.of(new SharedIndexFolder(folder)), FrameStyle.WRITTEN);
    return out.toByteArray();
  }

  private static StatusRuntimeException failure(CompletableFuture<byte[]> call) {
    ExecutionException problem =
        assertThrows(ExecutionException.class, () -> call.get(300, TimeUnit.SECONDS));
    return assertInstanceOf(StatusRuntimeException.class, problem.getCause());
  }

  private static Duration retryDelay(StatusRuntimeException problem) throws IOException {
    Status status = StatusProto.fromThrowable(problem);
    var delay = status.getDetails(0).unpack(RetryInfo.class).getRetryDelay();
    return Duration.ofSeconds(delay.getSeconds(), delay.getNanos());
  }

  private static String metrics(OtlpProxy proxy) {
    return new String(
        new HttpSender(proxy.adminAddress()).send("GET", "/metrics").body(),
        StandardCharsets.UTF_8);
  }

  /** Waits until something is so. */
  private static void await(java.util.function.BooleanSupplier condition) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(300);
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < end, "waited in vain");
      Thread.onSpinWait();
    }
  }

  @Test
  void message_byGrpc_reachesTheBackEndWithNames_andItsAnswerTheSender() throws Exception {
    StandIn backEnd = opened(StandIn.grpc());
    backEnd.answers(message -> StandIn.Answer.taken(RESPONSE));
    OtlpProxy proxy = opened(proxies.to(backEnd.address()).start());
    GrpcSender sender = opened(new GrpcSender(proxy.grpcAddress()));
    byte[] message = Profiles.small("one");
    assertArrayEquals(RESPONSE, sender.send(message).get(300, TimeUnit.SECONDS));
    StandIn.Received received = backEnd.received().get(0);
    assertArrayEquals(named(message), received.bytes());
    assertEquals(List.of(Profiles.NAME), Profiles.names(received.bytes()));
    assertFalse(received.compressed());
    assertEquals(List.of("one"), backEnd.taken());
  }

  @Test
  void message_byHttp_reachesTheBackEndWithNames_andItsAnswerTheSender() throws Exception {
    StandIn backEnd = opened(StandIn.http());
    backEnd.answers(message -> StandIn.Answer.taken(RESPONSE));
    OtlpProxy proxy = opened(proxies.to(backEnd.address()).start());
    HttpSender sender = new HttpSender(proxy.httpAddress());
    byte[] message = Profiles.small("one");
    for (int i = 0; i < 2; i++) {
      HttpResponse<byte[]> response = sender.send(message, Map.of());
      assertEquals(200, response.statusCode());
      assertArrayEquals(RESPONSE, response.body());
      assertEquals(
          "application/x-protobuf", response.headers().firstValue("Content-Type").orElseThrow());
      assertArrayEquals(named(message), backEnd.received().get(i).bytes());
    }
  }

  @Test
  void gzip_isTakenByBothProtocols_andSentByBoth() throws Exception {
    byte[] message = Profiles.large(100);
    byte[] expected = named(message);
    for (StandIn backEnd : List.of(opened(StandIn.grpc()), opened(StandIn.http()))) {
      OtlpProxy proxy = opened(proxies.to(backEnd.address()).start());
      GrpcSender sender = opened(new GrpcSender(proxy.grpcAddress()));
      sender
          .send(message, CallOptions.DEFAULT.withCompression("gzip"), Map.of())
          .get(300, TimeUnit.SECONDS);
      HttpResponse<byte[]> response =
          new HttpSender(proxy.httpAddress())
              .send(Profiles.zipped(message), Map.of("Content-Encoding", "gzip"));
      assertEquals(200, response.statusCode());
      assertEquals(2, backEnd.received().size());
      for (StandIn.Received received : backEnd.received()) {
        assertTrue(received.compressed());
        assertArrayEquals(expected, received.bytes());
      }
    }
  }

  @Test
  void gzip_ofManyEmptyMembers_isTaken_andAnswered400WhenItIsCut() throws Exception {
    StandIn backEnd = opened(StandIn.grpc());
    OtlpProxy proxy = opened(proxies.to(backEnd.address()).start());
    byte[] message = Profiles.behindEmptyMembers(Profiles.zipped(Profiles.small("x")));
    byte[] cut = Arrays.copyOf(message, message.length - 20);
    HttpSender sender = new HttpSender(proxy.httpAddress());
    Map<String, String> gzip = Map.of("Content-Encoding", "gzip");
    assertEquals(200, sender.send(message, gzip).statusCode());
    assertEquals(400, sender.send(cut, gzip).statusCode());
    assertArrayEquals(named(Profiles.small("x")), backEnd.received().get(0).bytes());
    assertEquals(1, backEnd.received().size());
  }

  @Test
  void compression_canBeChosen() throws Exception {
    StandIn backEnd = opened(StandIn.grpc());
    byte[] message = Profiles.small("x");
    OtlpProxy zipping = opened(proxies.to(backEnd.address()).compression(Compression.GZIP).start());
    new HttpSender(zipping.httpAddress()).send(message, Map.of());
    OtlpProxy plain = opened(proxies.compression(Compression.NONE).start());
    new HttpSender(plain.httpAddress())
        .send(Profiles.zipped(message), Map.of("Content-Encoding", "gzip"));
    assertEquals(
        List.of(true, false), backEnd.received().stream().map(r -> r.compressed()).toList());
  }

  @Test
  void token_isAskedOfSenders_andAnotherSentToTheBackEnd() throws Exception {
    for (StandIn backEnd : List.of(opened(StandIn.grpc()), opened(StandIn.http()))) {
      OtlpProxy proxy =
          opened(proxies.to(backEnd.address()).tokens("senders-secret", "ApiKey other").start());
      GrpcSender grpc = opened(new GrpcSender(proxy.grpcAddress()));
      HttpSender http = new HttpSender(proxy.httpAddress());
      byte[] message = Profiles.small("one");
      for (Map<String, String> wrong :
          List.of(
              Map.<String, String>of(),
              Map.of("authorization", "Bearer senders-secre"),
              Map.of("authorization", "senders-secret"))) {
        assertEquals(
            io.grpc.Status.Code.UNAUTHENTICATED,
            failure(grpc.send(message, CallOptions.DEFAULT, wrong)).getStatus().getCode());
        assertEquals(401, http.send(message, wrong).statusCode());
      }
      assertEquals(List.of(), backEnd.received());
      Map<String, String> right = Map.of("authorization", "Bearer senders-secret");
      grpc.send(message, CallOptions.DEFAULT, right).get(300, TimeUnit.SECONDS);
      assertEquals(200, http.send(message, right).statusCode());
      for (StandIn.Received received : backEnd.received()) {
        assertEquals("ApiKey other", received.headers().get("authorization"));
      }
    }
  }

  @Test
  void headers_arePassedOn_ifTheyAreNamed() throws Exception {
    for (StandIn backEnd : List.of(opened(StandIn.grpc()), opened(StandIn.http()))) {
      OtlpProxy proxy = opened(proxies.to(backEnd.address()).passing("X-Scope-OrgID").start());
      GrpcSender grpc = opened(new GrpcSender(proxy.grpcAddress()));
      Map<String, String> headers = Map.of("x-scope-orgid", "team", "x-other", "no");
      grpc.send(Profiles.small("a"), CallOptions.DEFAULT, headers).get(300, TimeUnit.SECONDS);
      new HttpSender(proxy.httpAddress()).send(Profiles.small("a"), headers);
      assertEquals(2, backEnd.received().size());
      for (StandIn.Received received : backEnd.received()) {
        assertEquals("team", received.headers().get("x-scope-orgid"));
        assertFalse(received.headers().containsKey("x-other"));
      }
    }
  }

  @Test
  void otherSignals_andForms_areRefusedWithAClearAnswer() throws Exception {
    OtlpProxy proxy = opened(proxies.start());
    GrpcSender grpc = opened(new GrpcSender(proxy.grpcAddress()));
    StatusRuntimeException problem =
        failure(
            grpc.send(
                GrpcSender.method("opentelemetry.proto.collector.trace.v1.TraceService/Export"),
                new byte[0],
                CallOptions.DEFAULT,
                Map.of()));
    assertEquals(io.grpc.Status.Code.UNIMPLEMENTED, problem.getStatus().getCode());
    assertTrue(
        problem.toString().contains("TraceService/Export: only profiles are taken here"),
        problem::toString);
    HttpSender http = new HttpSender(proxy.httpAddress());
    HttpResponse<byte[]> traces = http.send("POST", "/v1/traces");
    assertEquals(404, traces.statusCode());
    assertEquals(
        "only profiles are taken here, at /v1development/profiles",
        Status.parseFrom(traces.body()).getMessage());
    assertEquals(405, http.send("GET", "/v1development/profiles").statusCode());
    assertEquals(
        415,
        http.send("{}".getBytes(StandardCharsets.UTF_8), Map.of("Content-Type", "application/json"))
            .statusCode());
    assertEquals(415, http.send(new byte[] {1}, Map.of("Content-Encoding", "zstd")).statusCode());
  }

  @Test
  void damagedMessage_isRefused_andKept() throws Exception {
    Path letters = folder.resolve("dead");
    OtlpProxy proxy = opened(proxies.deadLetters(letters, 1 << 20).start());
    GrpcSender grpc = opened(new GrpcSender(proxy.grpcAddress()));
    HttpSender http = new HttpSender(proxy.httpAddress());
    byte[] valid = Profiles.small("x");
    byte[] torn = java.util.Arrays.copyOf(valid, valid.length / 2);
    List<byte[]> damaged =
        List.of(
            torn,
            new byte[] {0, 0, 0, 1, 10},
            "{\"resourceProfiles\":[]}".getBytes(StandardCharsets.UTF_8),
            java.util.Arrays.copyOf(Profiles.zipped(valid), 40));
    for (byte[] message : damaged) {
      StatusRuntimeException problem = failure(grpc.send(message));
      assertEquals(io.grpc.Status.Code.INVALID_ARGUMENT, problem.getStatus().getCode());
      assertTrue(
          String.valueOf(problem.getStatus().getDescription()).startsWith("message: "),
          problem::toString);
      assertEquals(400, http.send(message, Map.of()).statusCode());
    }
    try (Stream<Path> kept = Files.list(letters)) {
      List<Path> files = kept.sorted().toList();
      assertEquals(2 * damaged.size(), files.size());
      assertArrayEquals(torn, Files.readAllBytes(files.get(0)));
      assertTrue(files.get(0).toString().endsWith("-damaged.otlp"), files::toString);
    }
    assertTrue(metrics(proxy).contains("tiptoe_serve_dead_letters_total{result=\"kept\"} 8.0"));
  }

  @Test
  void bombs_andLargeMessages_areRefusedForGood() throws Exception {
    OtlpProxy proxy = opened(proxies.memory(64 << 20, 1 << 16).start());
    GrpcSender grpc = opened(new GrpcSender(proxy.grpcAddress()));
    HttpSender http = new HttpSender(proxy.httpAddress());
    byte[] zeros = new byte[8 << 20];
    byte[] bomb = Profiles.zipped(zeros);
    assertTrue(bomb.length < 1 << 16);
    for (byte[] message : List.of(bomb, zeros)) {
      StatusRuntimeException problem = failure(grpc.send(message));
      assertEquals(io.grpc.Status.Code.RESOURCE_EXHAUSTED, problem.getStatus().getCode());
      Status status = StatusProto.fromThrowable(problem);
      assertEquals(0, status.getDetailsCount());
      HttpResponse<byte[]> response = http.send(message, Map.of());
      assertEquals(413, response.statusCode());
      assertTrue(response.headers().firstValue("Retry-After").isEmpty());
    }
    await(() -> metrics(proxy).contains("tiptoe_serve_in_flight_bytes 0.0"));
  }

  @Test
  void memory_thatIsInUse_sendsFurtherMessagesBack_untilItIsFree() throws Exception {
    StandIn backEnd = opened(StandIn.grpc());
    CompletableFuture<StandIn.Answer> later = new CompletableFuture<>();
    backEnd.answersLater(message -> later);
    int size = 1 << 18;
    OtlpProxy proxy = opened(proxies.to(backEnd.address()).memory(16L * size, size).start());
    GrpcSender grpc = opened(new GrpcSender(proxy.grpcAddress()));
    HttpSender http = new HttpSender(proxy.httpAddress());
    byte[] message = Profiles.withId(Profiles.large(400), "x");
    assertTrue(message.length < size, message.length + " bytes");
    List<CompletableFuture<byte[]>> calls = new ArrayList<>();
    while (calls.stream().noneMatch(CompletableFuture::isDone)) {
      calls.add(grpc.send(message));
      assertTrue(calls.size() < 64, "memory is not bounded");
      await(
          () -> calls.stream().anyMatch(call -> call.isDone()) || inFlight(proxy) == calls.size());
    }
    List<CompletableFuture<HttpResponse<byte[]>>> requests = new ArrayList<>();
    while (requests.stream().noneMatch(CompletableFuture::isDone)) {
      requests.add(http.sendLater(message));
      assertTrue(requests.size() < 64, "memory is not bounded");
      long before = inFlight(proxy);
      await(() -> requests.stream().anyMatch(r -> r.isDone()) || inFlight(proxy) >= before);
    }
    later.complete(StandIn.Answer.taken(RESPONSE));
    int taken = 0;
    for (CompletableFuture<byte[]> call : calls) {
      byte[] answer = call.exceptionally(problem -> new byte[0]).get(300, TimeUnit.SECONDS);
      if (answer.length > 0) {
        taken++;
      } else {
        StatusRuntimeException problem = failure(call);
        assertEquals(io.grpc.Status.Code.RESOURCE_EXHAUSTED, problem.getStatus().getCode());
        assertTrue(retryDelay(problem).compareTo(Duration.ofSeconds(1)) >= 0);
      }
    }
    for (CompletableFuture<HttpResponse<byte[]>> request : requests) {
      HttpResponse<byte[]> response = request.get(300, TimeUnit.SECONDS);
      if (response.statusCode() == 200) {
        taken++;
      } else {
        assertEquals(429, response.statusCode());
        int seconds = Integer.parseInt(response.headers().firstValue("Retry-After").orElseThrow());
        assertTrue(seconds >= 1 && seconds <= 3, seconds + " s");
      }
    }
    assertEquals(taken, backEnd.taken().size());
    assertTrue(taken > 5, taken + " messages had room");
    assertArrayEquals(RESPONSE, grpc.send(message).get(300, TimeUnit.SECONDS));
  }

  private static long inFlight(OtlpProxy proxy) {
    return metrics(proxy)
        .lines()
        .filter(line -> line.startsWith("tiptoe_serve_in_flight_messages "))
        .mapToLong(line -> (long) Double.parseDouble(line.substring(line.indexOf(' '))))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void messagesOfOneSender_areSentOneByOne_orAsManyAtATimeAsAreAllowed() throws Exception {
    StandIn backEnd = opened(StandIn.grpc());
    for (int allowed : new int[] {1, 3}) {
      CompletableFuture<StandIn.Answer> later = new CompletableFuture<>();
      backEnd.answersLater(message -> later);
      OtlpProxy proxy = opened(proxies.to(backEnd.address()).perSender(allowed).start());
      GrpcSender sender = opened(new GrpcSender(proxy.grpcAddress()));
      int before = backEnd.received().size();
      List<CompletableFuture<byte[]>> calls =
          IntStream.range(0, 6).mapToObj(i -> sender.send(Profiles.small("m" + i))).toList();
      await(() -> inFlight(proxy) == 6 && backEnd.received().size() >= before + allowed);
      assertEquals(before + allowed, backEnd.received().size());
      later.complete(StandIn.Answer.taken(RESPONSE));
      for (CompletableFuture<byte[]> call : calls) {
        assertArrayEquals(RESPONSE, call.get(300, TimeUnit.SECONDS));
      }
    }
  }

  @Test
  void messageThatTheBackEndRefuses_isKept_andItsSenderAnswered() throws Exception {
    Path letters = folder.resolve("dead");
    for (StandIn backEnd : List.of(opened(StandIn.grpc()), opened(StandIn.http()))) {
      backEnd.answers(message -> StandIn.Answer.REFUSED);
      OtlpProxy proxy = opened(proxies.to(backEnd.address()).deadLetters(letters, 1 << 20).start());
      GrpcSender grpc = opened(new GrpcSender(proxy.grpcAddress()));
      StatusRuntimeException problem = failure(grpc.send(Profiles.small("1")));
      assertEquals(io.grpc.Status.Code.INVALID_ARGUMENT, problem.getStatus().getCode());
      HttpResponse<byte[]> response =
          new HttpSender(proxy.httpAddress()).send(Profiles.small("2"), Map.of());
      assertEquals(400, response.statusCode());
      assertEquals(2, backEnd.received().size());
    }
    try (Stream<Path> kept = Files.list(letters)) {
      List<Path> files = kept.sorted().toList();
      assertEquals(4, files.size());
      assertArrayEquals(named(Profiles.small("1")), Files.readAllBytes(files.get(0)));
    }
  }

  @Test
  void deadLetter_thatCannotBeKept_changesNoAnswer() throws Exception {
    Path letters = folder.resolve("dead");
    StandIn backEnd = opened(StandIn.grpc());
    OtlpProxy proxy = opened(proxies.to(backEnd.address()).deadLetters(letters, 1 << 20).start());
    // As on a disk that is full: nothing can be written.
    Files.delete(letters);
    Files.createFile(letters);
    GrpcSender grpc = opened(new GrpcSender(proxy.grpcAddress()));
    StatusRuntimeException problem = failure(grpc.send(new byte[] {1}));
    assertEquals(io.grpc.Status.Code.INVALID_ARGUMENT, problem.getStatus().getCode());
    assertTrue(metrics(proxy).contains("tiptoe_serve_dead_letters_total{result=\"lost\"} 1.0"));
    assertTrue(
        proxies.logged.stream().anyMatch(line -> line.startsWith(letters + ": a dead letter ")),
        proxies.logged::toString);
    assertArrayEquals(new byte[0], grpc.send(Profiles.small("1")).get(300, TimeUnit.SECONDS));
  }

  @Test
  void health_isServing_untilTheProxyStops_andWhatIsInFlightIsFinished() throws Exception {
    StandIn backEnd = opened(StandIn.grpc());
    CompletableFuture<StandIn.Answer> later = new CompletableFuture<>();
    backEnd.answersLater(message -> later);
    OtlpProxy proxy = opened(proxies.to(backEnd.address()).start());
    GrpcSender grpc = opened(new GrpcSender(proxy.grpcAddress()));
    HttpSender http = new HttpSender(proxy.httpAddress());
    HttpSender admin = new HttpSender(proxy.adminAddress());
    HealthGrpc.HealthBlockingStub health = HealthGrpc.newBlockingStub(grpc.channel());
    assertEquals(
        ServingStatus.SERVING, health.check(HealthCheckRequest.getDefaultInstance()).getStatus());
    StatusRuntimeException unknown =
        assertThrows(
            StatusRuntimeException.class,
            () -> health.check(HealthCheckRequest.newBuilder().setService("x").build()));
    assertEquals(io.grpc.Status.Code.NOT_FOUND, unknown.getStatus().getCode());
    assertEquals(200, admin.send("GET", "/health/live").statusCode());
    assertEquals(200, admin.send("GET", "/health/ready").statusCode());
    assertEquals(404, admin.send("GET", "/").statusCode());

    CompletableFuture<byte[]> byGrpc = grpc.send(Profiles.small("1"));
    CompletableFuture<HttpResponse<byte[]>> byHttp = http.sendLater(Profiles.small("2"));
    await(() -> backEnd.received().size() == 2);
    CompletableFuture<Boolean> stopped =
        CompletableFuture.supplyAsync(() -> proxy.stop(Duration.ofMinutes(5)));
    await(() -> admin.send("GET", "/health/ready").statusCode() == 503);
    assertEquals(200, admin.send("GET", "/health/live").statusCode());
    assertFalse(stopped.isDone());
    later.complete(StandIn.Answer.taken(RESPONSE));
    assertArrayEquals(RESPONSE, byGrpc.get(300, TimeUnit.SECONDS));
    assertArrayEquals(RESPONSE, byHttp.get(300, TimeUnit.SECONDS).body());
    assertTrue(stopped.get(300, TimeUnit.SECONDS));
  }

  @Test
  void stop_thatCannotWait_givesMessagesBack() throws Exception {
    StandIn backEnd = opened(StandIn.grpc());
    backEnd.answersLater(message -> new CompletableFuture<>());
    OtlpProxy sending = opened(proxies.to(backEnd.address()).start());
    OtlpProxy waiting = opened(proxies.to(URI.create("grpc://127.0.0.1:1")).start());
    for (OtlpProxy proxy : List.of(sending, waiting)) {
      GrpcSender grpc = opened(new GrpcSender(proxy.grpcAddress()));
      CompletableFuture<byte[]> call = grpc.send(Profiles.small("1"));
      await(
          () ->
              backEnd.received().size() == 1
                  && (proxy == sending || metrics(proxy).contains("serve_back_end_away 1.0")));
      assertFalse(proxy.stop(Duration.ofMillis(200)));
      StatusRuntimeException problem = failure(call);
      assertEquals(io.grpc.Status.Code.UNAVAILABLE, problem.getStatus().getCode());
    }
    assertEquals(List.of(), backEnd.taken());
  }
}
