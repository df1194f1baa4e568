// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.diagnostics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.bridge.com.Guid;
import dev.tiptoe.bridge.diagnostics.DiagnosticsException.Reason;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class DiagnosticsClientTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration SHORT = Duration.ofMillis(50);
  private static final UUID CLSID = UUID.fromString("8f0e2c4a-6b7d-4e51-9a3c-d1f5b2e7a946");
  private static final UUID COOKIE = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");

  @TempDir private Path folder = Path.of("");

  @Test
  void attachProfiler_isSentByteForByte() throws IOException {
    byte[] data = "TRACE=/x\n".getBytes(StandardCharsets.UTF_8);
    try (FakeRuntime runtime = FakeRuntime.answering(socket(), request -> FakeRuntime.answer(0))) {
      client(PATIENCE).attachProfiler(CLSID, "/a/ö.so", Duration.ofSeconds(2), data);
      var wanted = new ByteArrayOutputStream();
      wanted.writeBytes("DOTNET_IPC_V1\0".getBytes(StandardCharsets.US_ASCII));
      wanted.writeBytes(new byte[] {77, 0, 3, 1, 0, 0});
      wanted.writeBytes(new byte[] {(byte) 0xd0, 7, 0, 0});
      wanted.writeBytes(Guid.bytes(CLSID));
      wanted.writeBytes(new byte[] {8, 0, 0, 0});
      wanted.writeBytes("/a/ö.so\0".getBytes(StandardCharsets.UTF_16LE));
      wanted.writeBytes(new byte[] {9, 0, 0, 0});
      wanted.writeBytes(data);
      byte[] sent = runtime.requests().get(0);
      assertArrayEquals(resized(wanted.toByteArray()), sent);
    }
  }

  private static byte[] resized(byte[] message) {
    message[14] = (byte) message.length;
    return message;
  }

  @ParameterizedTest
  @ValueSource(ints = {0x8013136a, 0x80131368, 0x8007007e, 0x80004005})
  void refusal_asErrorOrAsOk_isTheSame(int hresult) throws IOException {
    byte[] payload = new Payload().u32(hresult).bytes();
    for (boolean ok : List.of(true, false)) {
      try (FakeRuntime runtime =
          FakeRuntime.answering(socket(), request -> FakeRuntime.answer(ok, payload))) {
        DiagnosticsException problem = failure(() -> attach(client(PATIENCE)));
        assertEquals(Reason.REFUSED, problem.reason());
        assertEquals(OptionalInt.of(hresult), problem.hresult());
        assertEquals("AttachProfiler", problem.what());
        assertEquals(socket().toString(), problem.where());
        assertEquals(1, runtime.requests().size());
      }
      Files.delete(socket());
    }
  }

  @Test
  void processInfo_inEveryForm_isRead() throws IOException {
    for (int newest : new int[] {8, 4, 0}) {
      try (FakeRuntime runtime =
          FakeRuntime.answering(socket(), request -> info(request, newest))) {
        ProcessInfo info = client(PATIENCE).processInfo();
        Optional<String> version = Optional.of("9.0.1").filter(known -> newest >= 4);
        assertEquals(
            new ProcessInfo(
                42,
                COOKIE,
                "dotnet a.dll",
                "Linux",
                "x64",
                version.map(known -> "a"),
                version,
                Optional.of("linux-x64").filter(known -> newest == 8)),
            info);
        assertEquals(newest == 8 ? 1 : newest == 4 ? 2 : 3, runtime.requests().size());
      }
      Files.delete(socket());
    }
  }

  private static byte[] info(byte[] request, int newest) {
    int command = request[17];
    if (command > newest) {
      return FakeRuntime.answer(0x80131385);
    }
    Payload payload = new Payload();
    payload = command == 8 ? payload.u32(1) : payload;
    payload.u32(42).u32(0).guid(COOKIE).string("dotnet a.dll").string("Linux").string("x64");
    payload = command >= 4 ? payload.string("a").string("9.0.1") : payload;
    payload = command == 8 ? payload.string("linux-x64").u32(0x12345678) : payload;
    return FakeRuntime.answer(true, payload.bytes());
  }

  static Stream<Arguments> malformed() {
    byte[] none = new byte[0];
    return Stream.of(
        Arguments.of("no magic", Reason.MALFORMED, new byte[20]),
        Arguments.of("a size below the header's", Reason.MALFORMED, message(19, 0xff, 0, none)),
        Arguments.of("another set", Reason.MALFORMED, message(24, 3, 0, new byte[4])),
        Arguments.of("another ID", Reason.MALFORMED, message(24, 0xff, 7, new byte[4])),
        Arguments.of("no HRESULT", Reason.MALFORMED, FakeRuntime.answer(true, none)),
        Arguments.of("half an HRESULT", Reason.MALFORMED, FakeRuntime.answer(false, new byte[2])),
        Arguments.of("nothing", Reason.HUNG_UP, none),
        Arguments.of("half a header", Reason.HUNG_UP, new byte[] {'D', 'O', 'T'}),
        Arguments.of("half a payload", Reason.HUNG_UP, message(0xffff, 0xff, 0, new byte[100])));
  }

  private static byte[] message(int size, int set, int id, byte[] payload) {
    return FakeRuntime.message(size, set, id, payload);
  }

  @ParameterizedTest
  @MethodSource("malformed")
  void answer_malformed_isOneClearError(String what, Reason reason, byte[] answer)
      throws IOException {
    try (FakeRuntime runtime = FakeRuntime.answering(socket(), request -> answer)) {
      assertEquals(reason, failure(() -> attach(client(PATIENCE))).reason(), what);
      assertEquals(1, runtime.requests().size());
    }
  }

  @Test
  void text_longerThanTheAnswer_isMalformed() throws IOException {
    byte[] payload = new Payload().u32(1).u32(42).u32(0).guid(COOKIE).u32(-1).bytes();
    try (FakeRuntime runtime =
        FakeRuntime.answering(socket(), request -> FakeRuntime.answer(true, payload))) {
      DiagnosticsException problem = failure(client(PATIENCE)::processInfo);
      assertEquals(Reason.MALFORMED, problem.reason());
      assertTrue(String.valueOf(problem.getMessage()).contains("4294967295 characters"));
      assertEquals(1, runtime.requests().size());
    }
  }

  @Test
  void peer_thatNeverAnswers_isGivenUp() throws IOException {
    try (FakeRuntime runtime = FakeRuntime.holding(socket(), request -> new byte[0])) {
      assertEquals(Reason.SILENT, failure(client(SHORT)::processInfo).reason());
      assertTrue(runtime.requests().size() <= 1);
    }
  }

  @Test
  void peer_thatStopsInTheMiddle_isGivenUp() throws IOException {
    try (FakeRuntime runtime =
        FakeRuntime.holding(socket(), request -> message(0xffff, 0xff, 0, new byte[100]))) {
      assertEquals(Reason.SILENT, failure(client(SHORT)::processInfo).reason());
      assertTrue(runtime.requests().size() <= 1);
    }
  }

  @Test
  void peer_thatNeverAccepts_isGivenUp() throws IOException {
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(socket()), 1);
      for (int i = 0; i < 4; i++) {
        assertEquals(Reason.SILENT, failure(client(SHORT)::processInfo).reason());
      }
    }
  }

  @Test
  void socket_thatIsNotThere_orThatNobodyListensAt_isNobody() throws IOException {
    assertEquals(Reason.NOBODY, failure(client(PATIENCE)::processInfo).reason());
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(socket()));
    }
    assertTrue(Files.exists(socket()));
    assertEquals(Reason.NOBODY, failure(client(PATIENCE)::processInfo).reason());
  }

  @Test
  void socket_withALongPath_isNobody() throws IOException {
    Path far = Files.createDirectory(folder.resolve("f".repeat(120))).resolve("socket");
    Files.createFile(far);
    DiagnosticsClient client = DiagnosticsClient.of(far, PATIENCE);
    assertEquals(Reason.NOBODY, failure(client::processInfo).reason());
  }

  @Test
  void clientData_thatNoMessageCanHold_isTheCallersMistake() {
    assertThrows(
        IllegalArgumentException.class,
        () -> client(PATIENCE).attachProfiler(CLSID, "/a.so", SHORT, new byte[1 << 16]));
  }

  @Property(tries = 60)
  void answer_ofAnyBytes_isReadOrRefusedAtOnce(@ForAll @Size(max = 300) byte[] bytes)
      throws IOException {
    answers(bytes);
  }

  @Property(tries = 60)
  void payload_ofAnyBytes_isReadOrRefusedAtOnce(
      @ForAll boolean ok, @ForAll @Size(max = 300) byte[] payload) throws IOException {
    answers(FakeRuntime.answer(ok, payload));
  }

  /** Both requests, of a runtime that answers with these bytes. */
  static void answers(byte[] bytes) throws IOException {
    Path here = Files.createTempDirectory("fuzz");
    Path socket = here.resolve("socket");
    try (FakeRuntime runtime = FakeRuntime.answering(socket, request -> bytes)) {
      DiagnosticsClient client = DiagnosticsClient.of(socket, PATIENCE);
      for (Executable call : List.<Executable>of(client::processInfo, () -> attach(client))) {
        try {
          call.execute();
        } catch (DiagnosticsException expected) {
          assertTrue(expected.reason() != Reason.SILENT, expected.getMessage());
        } catch (Throwable e) {
          throw new AssertionError(e);
        }
      }
      assertTrue(runtime.requests().size() >= 2);
    } finally {
      Files.delete(socket);
      Files.delete(here);
    }
  }

  private static void attach(DiagnosticsClient client) throws DiagnosticsException {
    client.attachProfiler(CLSID, "/a.so", SHORT, new byte[0]);
  }

  private static DiagnosticsException failure(Executable call) {
    return assertThrows(DiagnosticsException.class, call);
  }

  private DiagnosticsClient client(Duration patience) {
    return DiagnosticsClient.of(socket(), patience);
  }

  private Path socket() {
    return folder.resolve("socket");
  }
}
