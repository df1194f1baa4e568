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
import dev.tiptoe.serve.given.StandIn;
import io.grpc.Status;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Senders that mean no good; a good one is served beside each of them, and afterwards. {@code
 * HostileSenderWitnessTest} waits until their connections are closed.
 */
class HostileSenderTest extends HostileSenders {

  @Test
  void slowWriters_areAnswered() throws Exception {
    slowWriters(Duration.ofMillis(300), HostileSenders::firstLine);
  }

  @Test
  void endlessBodies_areAnswered_atTheLargestMessage() throws Exception {
    OtlpProxy proxy = opened(proxies.memory(1 << 20, 1 << 16).start());
    Socket endless = connected(proxy.httpAddress());
    OutputStream out = endless.getOutputStream();
    out.write((HEAD + "Transfer-Encoding: chunked\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
    byte[] chunk = ("1000\r\n" + "x".repeat(0x1000) + "\r\n").getBytes(StandardCharsets.US_ASCII);
    for (int i = 0; i < 1 << 20 && endless.getInputStream().available() == 0; i++) {
      out.write(chunk);
    }
    String answer = firstLine(endless);
    assertTrue(answer.startsWith("HTTP/1.1 413 "), answer);
    serveAGoodOne(proxy);
    awaitNothingInFlight(proxy);
  }

  @Test
  void heads_thatAreNoneOrTooLarge_areAnswered() throws Exception {
    damagedHeads(HostileSenders::firstLine);
  }

  @Test
  void senders_thatVanish_leaveNothingBehind() throws Exception {
    vanishingSenders(Duration.ofMillis(300));
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
        proxies.logged.contains("too many connections; a new one was closed"),
        proxies.logged::toString);
    for (Socket socket : idle) {
      socket.close();
    }
    while (!metrics(proxy).contains("tiptoe_serve_connections 0.0")) {
      assertTrue(System.nanoTime() < end, () -> metrics(proxy));
      Thread.onSpinWait();
    }
    serveAGoodOne(proxy);
  }
}
