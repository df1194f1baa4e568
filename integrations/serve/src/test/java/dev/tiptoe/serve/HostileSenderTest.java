// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
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
import java.io.OutputStream;
import java.io.UncheckedIOException;
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
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Senders that mean no good; a good one is served beside each of them, and afterwards. */
class HostileSenderTest {

  private static final int TIME_LIMIT = 300_000;

  private static final String HEAD =
      String.join(
          "\r\n",
          "POST /v1development/profiles HTTP/1.1",
          "Host: x",
          "Content-Type: application/x-protobuf",
          "");

  @TempDir private Path folder = Path.of("");

  private final List<AutoCloseable> open = new ArrayList<>();
  private Proxies proxies = new Proxies(new SharedIndexFolder(Path.of("")));
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

  private <T extends AutoCloseable> T opened(T resource) {
    open.add(resource);
    return resource;
  }

  private Socket connected(InetSocketAddress address) throws IOException {
    Socket socket = opened(new Socket(InetAddress.getLoopbackAddress(), address.getPort()));
    socket.setSoTimeout(TIME_LIMIT);
    return socket;
  }

  private static String answer(Socket socket) throws IOException {
    var all = new ByteArrayOutputStream();
    try (InputStream in = socket.getInputStream()) {
      in.transferTo(all);
    } catch (SocketException e) {
      all.writeBytes(" (reset)".getBytes(StandardCharsets.US_ASCII));
    }
    return all.toString(StandardCharsets.ISO_8859_1);
  }

  private void serveAGoodOne(OtlpProxy proxy) throws Exception {
    try (GrpcSender sender = new GrpcSender(proxy.grpcAddress())) {
      byte[] message = Profiles.small(String.valueOf(good++));
      assertArrayEquals(new byte[0], sender.send(message).get(300, TimeUnit.SECONDS));
      assertEquals(200, new HttpSender(proxy.httpAddress()).send(message, Map.of()).statusCode());
    }
  }

  private static String metrics(OtlpProxy proxy) {
    return new String(
        new HttpSender(proxy.adminAddress()).send("GET", "/metrics").body(),
        StandardCharsets.UTF_8);
  }

  private static void awaitNothingInFlight(OtlpProxy proxy) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(300);
    while (!metrics(proxy).contains("tiptoe_serve_in_flight_bytes 0.0")) {
      assertTrue(System.nanoTime() < end, () -> metrics(proxy));
      Thread.onSpinWait();
    }
  }

  @Test
  void slowWriters_areAnswered() throws Exception {
    OtlpProxy proxy = opened(proxies.receive(Duration.ofSeconds(2)).start());
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
    String answer = answer(byHttp);
    assertTrue(answer.startsWith("HTTP/1.1 408 "), answer);
    assertEquals(Status.Code.DEADLINE_EXCEEDED, ended.get(300, TimeUnit.SECONDS).getCode());
    awaitNothingInFlight(proxy);
  }

  @Test
  void endlessBodies_areCutOff_atTheLargestMessage() throws Exception {
    OtlpProxy proxy = opened(proxies.memory(1 << 20, 1 << 16).start());
    Socket endless = connected(proxy.httpAddress());
    OutputStream out = endless.getOutputStream();
    out.write((HEAD + "Transfer-Encoding: chunked\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
    byte[] chunk = ("1000\r\n" + "x".repeat(0x1000) + "\r\n").getBytes(StandardCharsets.US_ASCII);
    assertThrows(
        SocketException.class,
        () -> {
          for (int i = 0; i < 1 << 20; i++) {
            out.write(chunk);
          }
        });
    serveAGoodOne(proxy);
    awaitNothingInFlight(proxy);
  }

  /** Values in values, and groups in groups, as deep as a message may be long. */
  @Test
  void messages_thatNestDeeply_areAnswered() throws Exception {
    OtlpProxy proxy = opened(proxies.memory(64 << 20, 1 << 20).start());
    try (GrpcSender grpc = new GrpcSender(proxy.grpcAddress())) {
      HttpSender http = new HttpSender(proxy.httpAddress());
      byte[] values = nestedValue(100_000);
      assertArrayEquals(new byte[0], grpc.send(values).get(300, TimeUnit.SECONDS));
      assertEquals(200, http.send(values, Map.of()).statusCode());
      for (byte[] groups : List.of(groups(100_000, 100_000), groups(200_000, 0))) {
        ExecutionException problem =
            assertThrows(
                ExecutionException.class, () -> grpc.send(groups).get(300, TimeUnit.SECONDS));
        assertEquals(Status.Code.INVALID_ARGUMENT, Status.fromThrowable(problem).getCode());
        assertEquals(400, http.send(groups, Map.of()).statusCode());
      }
    }
    serveAGoodOne(proxy);
    awaitNothingInFlight(proxy);
  }

  /** Returns a message with an attribute whose value is a list in a list, and so on. */
  private static byte[] nestedValue(int depth) {
    ByteString value = ByteString.EMPTY;
    for (int i = 0; i < depth; i++) {
      // AnyValue.array_value, then ArrayValue.values.
      value = field(i % 2 == 0 ? 5 : 1, value);
    }
    ByteString attribute = field(2, value);
    ByteString dictionary = field(6, attribute);
    return field(2, dictionary).toByteArray();
  }

  private static ByteString field(int number, ByteString content) {
    ByteString.Output head = ByteString.newOutput();
    CodedOutputStream out = CodedOutputStream.newInstance(head, 16);
    try {
      out.writeTag(number, WireFormat.WIRETYPE_LENGTH_DELIMITED);
      out.writeUInt32NoTag(content.size());
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return head.toByteString().concat(content);
  }

  private static byte[] groups(int begun, int ended) {
    var out = new ByteArrayOutputStream();
    for (int i = 0; i < begun + ended; i++) {
      // Field 100, of the wire type of a group's begin or end.
      out.write(i < begun ? 0xa3 : 0xa4);
      out.write(6);
    }
    return out.toByteArray();
  }

  @Test
  void heads_thatAreNoneOrTooLarge_areAnsweredAndClosed() throws Exception {
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
      String answer = answer(sockets.get(i));
      String expected = i < heads.size() - 1 ? "HTTP/1.1 4" : "HTTP/1.1 413 ";
      assertTrue(answer.startsWith(expected), i + " → " + answer);
    }
    serveAGoodOne(proxy);
    awaitNothingInFlight(proxy);
  }

  @Test
  void requests_thatDoNotWaitForTheirAnswers_getOneAnswer() throws Exception {
    OtlpProxy proxy = opened(proxies.start());
    Socket pipe = connected(proxy.httpAddress());
    byte[] message = Profiles.small("p");
    byte[] head =
        (HEAD + "Content-Length: " + message.length + "\r\n\r\n")
            .getBytes(StandardCharsets.US_ASCII);
    var both = new ByteArrayOutputStream();
    for (int i = 0; i < 2; i++) {
      both.write(head);
      both.write(message);
    }
    pipe.getOutputStream().write(both.toByteArray());
    String answer = answer(pipe);
    assertEquals(2, answer.split("HTTP/1.1 200 OK", -1).length, answer);
    serveAGoodOne(proxy);
  }

  /** In the header of another request it would be an error, or the beginning of another header. */
  @Test
  void header_thatCannotBePassedOn_isLeftOut() throws Exception {
    try (StandIn backEnd = StandIn.http()) {
      OtlpProxy proxy = opened(proxies.to(backEnd.address()).passing("x-scope-orgid").start());
      byte[] message = Profiles.small("h");
      for (String value : List.of("t\u00e9am", "a\tb", "x".repeat(5000), "team")) {
        Socket socket = connected(proxy.httpAddress());
        socket
            .getOutputStream()
            .write(
                (HEAD
                        + "Connection: close\r\nX-Scope-OrgID: "
                        + value
                        + "\r\nContent-Length: "
                        + message.length
                        + "\r\n\r\n")
                    .getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().write(message);
        String answer = answer(socket);
        assertTrue(answer.startsWith("HTTP/1.1 200 "), answer);
      }
      assertEquals(
          List.of("none", "none", "none", "team"),
          backEnd.received().stream()
              .map(received -> received.headers().getOrDefault("x-scope-orgid", "none"))
              .toList());
    }
  }

  @Test
  void noise_onThePortOfGrpc_endsTheConnection() throws Exception {
    OtlpProxy proxy = opened(proxies.start());
    Socket noise = connected(proxy.grpcAddress());
    noise.getOutputStream().write((HEAD + "\r\n").getBytes(StandardCharsets.US_ASCII));
    String unused = answer(noise);
    serveAGoodOne(proxy);
  }

  @Test
  void connections_beyondTheirNumber_areClosedAtOnce() throws Exception {
    OtlpProxy proxy = opened(proxies.connections(4).start());
    List<Socket> idle = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      idle.add(connected(i == 0 ? proxy.grpcAddress() : proxy.httpAddress()));
    }
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(300);
    while (!metrics(proxy).contains("tiptoe_serve_connections 3.0")) {
      assertTrue(System.nanoTime() < end, () -> metrics(proxy));
      Thread.onSpinWait();
    }
    Socket further = connected(proxy.httpAddress());
    String answer = answer(further);
    assertTrue(answer.isEmpty() || answer.equals(" (reset)"), answer);
    assertTrue(
        proxies.told.contains("too many connections; a new one was closed"),
        proxies.told::toString);
    for (Socket socket : idle) {
      socket.close();
    }
    while (!metrics(proxy).contains("tiptoe_serve_connections 0.0")) {
      assertTrue(System.nanoTime() < end, () -> metrics(proxy));
      Thread.onSpinWait();
    }
    serveAGoodOne(proxy);
  }

  @Test
  void senders_thatVanish_leaveNothingBehind() throws Exception {
    StandIn away = opened(StandIn.grpc());
    away.answersLater(message -> new CompletableFuture<>());
    OtlpProxy proxy =
        opened(
            proxies.to(away.address()).retry(Duration.ofSeconds(2), Duration.ofMinutes(1)).start());
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
