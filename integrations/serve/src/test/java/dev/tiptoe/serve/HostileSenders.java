// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.serve.given.GrpcSender;
import dev.tiptoe.serve.given.HttpSender;
import dev.tiptoe.serve.given.Profiles;
import dev.tiptoe.serve.given.Proxies;
import dev.tiptoe.serve.given.StandIn;
import dev.tiptoe.symbols.index.SharedIndexFolder;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A proxy, and what senders that mean no good do to it; a good one is served beside them. */
abstract class HostileSenders {

  private static final int TIME_LIMIT = 300_000;

  static final String HEAD =
      String.join(
          "\r\n",
          "POST /v1development/profiles HTTP/1.1",
          "Host: x",
          "Content-Type: application/x-protobuf",
          "");

  @TempDir Path folder = Path.of("");

  private final List<AutoCloseable> open = new ArrayList<>();
  Proxies proxies = new Proxies(new SharedIndexFolder(Path.of("")));
  private int good;

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

  <T extends AutoCloseable> T opened(T resource) {
    open.add(resource);
    return resource;
  }

  Socket connected(InetSocketAddress address) throws IOException {
    Socket socket = opened(new Socket(InetAddress.getLoopbackAddress(), address.getPort()));
    socket.setSoTimeout(TIME_LIMIT);
    return socket;
  }

  static String answer(Socket socket) throws IOException {
    var all = new ByteArrayOutputStream();
    try (InputStream in = socket.getInputStream()) {
      in.transferTo(all);
    } catch (SocketException e) {
      all.writeBytes(" (reset)".getBytes(StandardCharsets.US_ASCII));
    }
    return all.toString(StandardCharsets.ISO_8859_1);
  }

  void serveAGoodOne(OtlpProxy proxy) throws Exception {
    try (GrpcSender sender = new GrpcSender(proxy.grpcAddress())) {
      byte[] message = Profiles.small(String.valueOf(good++));
      assertArrayEquals(new byte[0], sender.send(message).get(300, TimeUnit.SECONDS));
      assertEquals(200, new HttpSender(proxy.httpAddress()).send(message, Map.of()).statusCode());
    }
  }

  static String metrics(OtlpProxy proxy) {
    return new String(
        new HttpSender(proxy.adminAddress()).send("GET", "/metrics").body(),
        StandardCharsets.UTF_8);
  }

  static void awaitNothingInFlight(OtlpProxy proxy) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(300);
    while (!metrics(proxy).contains("tiptoe_serve_in_flight_bytes 0.0")) {
      assertTrue(System.nanoTime() < end, () -> metrics(proxy));
      Thread.onSpinWait();
    }
  }

  /** Reads what a proxy says. */
  interface Reading {
    String of(Socket socket) throws IOException;
  }

  /** Returns the first line of an answer. The connection is closed seconds later. */
  static String firstLine(Socket socket) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = socket.getInputStream().read();
        next >= 0 && next != '\n';
        next = socket.getInputStream().read()) {
      line.append((char) next);
    }
    return line.toString();
  }

  void slowWriters(Duration within, Reading reading) throws Exception {
    OtlpProxy proxy = opened(proxies.receive(within).start());
    Socket byHttp = connected(proxy.httpAddress());
    byHttp
        .getOutputStream()
        .write((HEAD + "Content-Length: 1000\r\n\r\nab").getBytes(StandardCharsets.US_ASCII));
    GrpcSender byGrpc = opened(new GrpcSender(proxy.grpcAddress()));
    ClientCall<byte[], byte[]> call =
        byGrpc
            .channel()
            .newCall(
                // A client of a unary call sends nothing before its end.
                GrpcSender.EXPORT.toBuilder()
                    .setType(MethodDescriptor.MethodType.CLIENT_STREAMING)
                    .build(),
                CallOptions.DEFAULT);
    CompletableFuture<Status> ended = new CompletableFuture<>();
    call.start(
        new ClientCall.Listener<>() {
          @Override
          public void onClose(Status status, Metadata trailers) {
            ended.complete(status);
          }
        },
        new Metadata());
    // A whole message, but never the end of the call.
    call.sendMessage(Profiles.small("slow"));
    serveAGoodOne(proxy);
    String answer = reading.of(byHttp);
    assertTrue(answer.startsWith("HTTP/1.1 408 "), answer);
    assertEquals(Status.Code.DEADLINE_EXCEEDED, ended.get(300, TimeUnit.SECONDS).getCode());
    awaitNothingInFlight(proxy);
  }

  void damagedHeads(Reading reading) throws Exception {
    OtlpProxy proxy = opened(proxies.start());
    List<String> heads =
        List.of(
            "\u0000\u0001\u0002\r\n\r\n",
            "GET / HTTP/1.1\r\nX: " + "y".repeat(40_000) + "\r\n\r\n",
            "POST /" + "z".repeat(10_000) + " HTTP/1.1\r\n\r\n",
            HEAD + "Content-Length: -1\r\n\r\n",
            HEAD + "Content-Length: 99999999999999999999\r\n\r\n",
            HEAD + "Content-Length: 1\r\nContent-Length: 2\r\n\r\n",
            HEAD + "Transfer-Encoding: chunked\r\n\r\nZZ\r\n",
            "POST /%zz HTTP/1.1\r\n\r\n",
            "POST http://[ HTTP/1.1\r\n\r\n",
            HEAD + "Content-Length: 2000000000\r\n\r\n");
    List<Socket> sockets = new ArrayList<>();
    for (String head : heads) {
      Socket socket = connected(proxy.httpAddress());
      socket.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
      sockets.add(socket);
    }
    for (int i = 0; i < heads.size(); i++) {
      String answer = reading.of(sockets.get(i));
      String expected = i < heads.size() - 1 ? "HTTP/1.1 4" : "HTTP/1.1 413 ";
      assertTrue(answer.startsWith(expected), i + " → " + answer);
    }
    serveAGoodOne(proxy);
    awaitNothingInFlight(proxy);
  }

  void vanishingSenders(Duration attempt) throws Exception {
    StandIn away = opened(StandIn.grpc());
    away.answersLater(message -> new CompletableFuture<>());
    OtlpProxy proxy =
        opened(proxies.to(away.address()).retry(attempt, Duration.ofMinutes(1)).start());
    try (GrpcSender sender = new GrpcSender(proxy.grpcAddress())) {
      for (int i = 0; i < 10; i++) {
        var unused = sender.send(Profiles.small("gone"));
      }
      Socket half = connected(proxy.httpAddress());
      half.getOutputStream()
          .write((HEAD + "Content-Length: 1000\r\n\r\nab").getBytes(StandardCharsets.US_ASCII));
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(300);
      while (away.received().isEmpty()) {
        assertTrue(System.nanoTime() < end, () -> metrics(proxy));
        Thread.onSpinWait();
      }
      half.close();
    }
    awaitNothingInFlight(proxy);
    assertEquals(List.of(), away.taken());
  }
}
