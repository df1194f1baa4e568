// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.attach;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.bridge.attach.AttachOutcome.Attached;
import dev.tiptoe.bridge.attach.AttachOutcome.Refused;
import dev.tiptoe.bridge.diagnostics.FakeRuntime;
import dev.tiptoe.bridge.launch.LaunchException;
import dev.tiptoe.bridge.launch.SamplingEngine;
import dev.tiptoe.bridge.launch.SnapshotCallback;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AttachTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration SHORT = Duration.ofMillis(100);
  private static final int ATTACH = 3;

  @TempDir private Path folder = Path.of("");

  private FakeProcess target = new FakeProcess(folder, 0, folder);

  @BeforeEach
  void prepare() throws IOException {
    target = FakeProcess.in(folder);
  }

  @Test
  void attach_thatSucceeds_givesTheTraceOfThatProcess() throws IOException {
    try (FakeRuntime runtime = answering(request -> begin(request, 7, FakeRuntime.answer(0)))) {
      Attached attached = assertInstanceOf(Attached.class, attach(PATIENCE));
      assertEquals(2, runtime.requests().size());
      try (Attachment attachment = attached.attachment()) {
        assertEquals(trace(), attachment.trace());
        assertFalse(attachment.poll(new RuntimeFeed() {}).ended());
        assertTrue(attachment.isAlive());
        target.write("stat", "42 (a) S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 4712 20 21\n");
        assertFalse(attachment.isAlive());
      }
    }
  }

  @Test
  void clientData_isTheSettings() throws IOException {
    try (FakeRuntime runtime = answering(request -> begin(request, 7, FakeRuntime.answer(0)))) {
      attach(PATIENCE);
      String sent = new String(runtime.requests().get(1), StandardCharsets.UTF_8);
      assertTrue(sent.contains("TRACE=" + trace() + "\n"), sent);
      assertTrue(sent.contains("SAMPLE_EVERY=5000000\n"), sent);
      assertTrue(sent.contains("PROBE=1\n"), sent);
      assertTrue(sent.contains("KERNEL=1\n"), sent);
      assertTrue(sent.contains("CONTROL=/no/such/socket\n"), sent);
      assertFalse(sent.contains("DUTY="), sent);
      assertFalse(sent.contains("SNAPSHOTS="), sent);
      assertTrue(sent.endsWith("\n"));
    }
  }

  @Test
  void clientData_withADutyAndSnapshots_hasThem() throws IOException {
    try (FakeRuntime runtime = answering(request -> begin(request, 7, FakeRuntime.answer(0)))) {
      AttachRequest plain = request(PATIENCE);
      var ignored =
          Attach.to(
              new AttachRequest(
                  plain.process(),
                  plain.trace(),
                  plain.sampleEvery(),
                  Optional.of(20_000),
                  SamplingEngine.PERF,
                  false,
                  false,
                  Set.of(SnapshotCallback.CLASS_LOAD_FINISHED),
                  OptionalLong.empty(),
                  PATIENCE),
              target.target().border());
      String sent = new String(runtime.requests().get(1), StandardCharsets.UTF_8);
      assertTrue(sent.contains("DUTY=20000\n"), sent);
      assertTrue(sent.contains("KERNEL=0\n"), sent);
      assertTrue(sent.contains("SNAPSHOTS=ClassLoadFinished\n"), sent);
      assertFalse(sent.contains("PROBE=1"), sent);
    }
  }

  /** The runtime keeps a library mapped that it refuses, so it must not be offered one. */
  @Test
  void agent_thatListensAlready_isFoundWithoutAskingTheRuntimeForAnother() throws IOException {
    try (FakeRuntime runtime = answering(request -> FakeRuntime.answer(0))) {
      assertEquals(
          RefusalReason.ALREADY_ACTIVE,
          refused(Attach.to(request(PATIENCE), target.target().withAgent().border())).reason());
      assertEquals(1, runtime.requests().size());
    }
    assertFalse(Files.exists(trace()));
  }

  @Test
  void profiler_thatIsActive_isItsOwnOutcome() throws IOException {
    try (FakeRuntime runtime = answering(request -> FakeRuntime.answer(0x8013136a))) {
      assertEquals(RefusalReason.ALREADY_ACTIVE, refused());
      assertEquals(2, runtime.requests().size());
    }
    assertFalse(Files.exists(trace()));
  }

  @ParameterizedTest
  @CsvSource({
    "0x80131368, 'the profiler does not allow it: "
        + "CORPROF_E_PROFILER_NOT_ATTACHABLE (0x80131368)'",
    "0x8013135b, 'its runtime is not ready: " + "CORPROF_E_NOT_YET_AVAILABLE (0x8013135b)'",
    "0xa004000d, 'the agent cannot create its trace: the process''s user may not write"
        + " there: 0xa004000d'",
    "0xa0040063, 'the agent cannot create its trace: errno 99: 0xa0040063'",
    "0xa0040024, 'the agent cannot create its trace: its name is too long: 0xa0040024'",
    "0xa0050001, 'the agent cannot create its control socket: its folder is not private to"
        + " the process''s user: 0xa0050001'",
    "0xa005000b, 'the agent cannot create its control socket: the system has no thread left:"
        + " 0xa005000b'",
    "0xa0050024, 'the agent cannot create its control socket: its path has more than 107 bytes:"
        + " 0xa0050024'",
    "0xa0050062, 'the agent cannot create its control socket: its path exists already: 0xa0050062'",
    "0x80004005, 'the attach failed: E_FAIL (0x80004005)'"
  })
  void refusal_isReportedInWords(String code, String words) throws IOException {
    int hresult = Integer.parseUnsignedInt(code.substring(2), 16);
    try (FakeRuntime runtime = answering(request -> FakeRuntime.answer(hresult))) {
      AttachOutcome outcome = attach(PATIENCE);
      assertEquals(new Refused(Refusal.of(hresult)), outcome);
      assertEquals(OptionalInt.of(hresult), refused(outcome).hresult());
      assertEquals(words, outcome.inWords());
      assertEquals(2, runtime.requests().size());
    }
  }

  @Test
  void runtime_thatNeverAnswers_isAskedTwiceAndGivenUp() throws IOException {
    try (FakeRuntime runtime =
        FakeRuntime.holding(
            target.socket(), request -> isAttach(request) ? new byte[0] : info(7, "x64"))) {
      String words =
          "no answer within 200 ms; the agent may still come; 'tiptoe detach 42' detaches it";
      assertEquals(Refusal.of(RefusalReason.TIMED_OUT, words), refused(attach(SHORT)));
      assertEquals(3, runtime.requests().size());
    }
  }

  @Test
  void runtime_thatNeverAnswersButAttaches_isFoundByTheTrace() throws IOException {
    try (FakeRuntime runtime =
        FakeRuntime.holding(
            target.socket(),
            request -> isAttach(request) ? begin(request, 7, new byte[0]) : info(7, "x64"))) {
      try (Attachment attachment = assertInstanceOf(Attached.class, attach(SHORT)).attachment()) {
        assertTrue(attachment.isAlive());
      }
      assertEquals(2, runtime.requests().size());
    }
  }

  /** The first try is carried out late; the refusal of the second then does not count. */
  @Test
  void runtime_thatIsLate_isFoundByTheTraceInSpiteOfItsRefusal() throws IOException {
    int[] asked = {0};
    try (FakeRuntime runtime =
        FakeRuntime.holding(
            target.socket(),
            request ->
                !isAttach(request)
                    ? info(7, "x64")
                    : asked[0]++ == 0
                        ? new byte[0]
                        : begin(request, 7, FakeRuntime.answer(0x8013136a)))) {
      try (Attachment attachment = assertInstanceOf(Attached.class, attach(SHORT)).attachment()) {
        assertTrue(attachment.isAlive());
      }
      assertEquals(3, runtime.requests().size());
    }
  }

  /** It may be our agent that is there, by the first try, though its trace cannot be seen. */
  @Test
  void runtime_thatIsLateAndRefuses_leavesItOpenWhetherTheAgentCame() throws IOException {
    int[] asked = {0};
    try (FakeRuntime runtime =
        FakeRuntime.holding(
            target.socket(),
            request ->
                !isAttach(request)
                    ? info(7, "x64")
                    : asked[0]++ == 0 ? new byte[0] : FakeRuntime.answer(0x8013136a))) {
      Refusal refusal = refused(attach(SHORT));
      assertEquals(RefusalReason.ALREADY_ACTIVE, refusal.reason());
      assertTrue(refusal.inWords().contains("tiptoe detach 42"), refusal.inWords());
      assertEquals(3, runtime.requests().size());
    }
  }

  @Test
  void trace_ofAnotherProcess_provesNothing() throws IOException {
    try (FakeRuntime runtime =
        answering(request -> begin(request, 8, FakeRuntime.answer(0x8013136a)))) {
      assertEquals(RefusalReason.ALREADY_ACTIVE, refused());
      assertEquals(2, runtime.requests().size());
    }
  }

  @Test
  void process_thatIsNotThere_isReported() throws IOException {
    Files.delete(target.file("stat"));
    assertEquals(RefusalReason.NO_SUCH_PROCESS, refused());
  }

  @Test
  void process_thatIsAZombie_isNone() throws IOException {
    target.write("stat", "42 (a) Z 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 4711 20 21\n");
    assertEquals(RefusalReason.NO_SUCH_PROCESS, refused());
  }

  /** Recent kernels answer a question about its environment with ESRCH. */
  @Test
  void process_ofTheKernel_hasNoRuntime() throws IOException {
    target.write("stat", "42 (a) S 2 0 0 0 -1 2129984 8 9 10 11 12 13 14 15 16 17 18 4711 20 21\n");
    target.write("maps", "");
    Files.delete(target.file("environ"));
    assertEquals(RefusalReason.NO_RUNTIME, refused());
  }

  @Test
  void process_withoutASocket_isReportedWithTheReason() throws IOException {
    assertEquals(RefusalReason.NO_SOCKET, refused());
    target.write("environ", "TMPDIR=" + target.temporary() + "\0DOTNET_EnableDiagnostics=0\0");
    assertEquals(RefusalReason.DIAGNOSTICS_OFF, refused());
    target.write("environ", "TMPDIR=/no/such/folder\0");
    target.maps("/usr/bin/ls");
    assertEquals(RefusalReason.NO_RUNTIME, refused());
  }

  /** .NET 7 does not know that setting, nor .NET 5 that prefix. */
  @Test
  void process_withoutASocket_isNotReportedASettingThatItsRuntimeIgnores() throws IOException {
    String temporary = "TMPDIR=" + target.temporary() + "\0";
    target.write("environ", temporary + "DOTNET_EnableDiagnostics_IPC=0\0");
    target.maps("/d/shared/Microsoft.NETCore.App/7.0.1/libcoreclr.so");
    assertEquals(RefusalReason.NO_SOCKET, refused());
    for (String version : new String[] {"8.0.1", "8", "99999999999.0"}) {
      target.maps("/d/shared/Microsoft.NETCore.App/" + version + "/libcoreclr.so");
      assertEquals(RefusalReason.DIAGNOSTICS_OFF, refused());
    }
    target.write("environ", temporary + "DOTNET_EnableDiagnostics=0\0");
    target.maps("/d/shared/Microsoft.NETCore.App/5.0.17/libcoreclr.so");
    assertEquals(RefusalReason.NO_SOCKET, refused());
    target.write("environ", temporary + "COMPlus_EnableDiagnostics=0\0");
    assertEquals(RefusalReason.DIAGNOSTICS_OFF, refused());
  }

  @Test
  void process_onMusl_isNotSupported() throws IOException {
    target.maps("/app/libcoreclr.so", "/lib/ld-musl-x86_64.so.1");
    try (FakeRuntime runtime = answering(request -> FakeRuntime.answer(0))) {
      assertEquals(RefusalReason.MUSL, refused());
      assertEquals(0, runtime.requests().size());
    }
  }

  @Test
  void process_ofAnotherArchitecture_isNotSupported() throws IOException {
    try (FakeRuntime runtime =
        FakeRuntime.answering(target.socket(), request -> info(7, "arm64"))) {
      assertEquals(RefusalReason.ARCHITECTURE, refused());
      assertEquals(1, runtime.requests().size());
    }
  }

  @Test
  void runtime_thatReportsNothingOfItself_isKnownByItsFolder() throws IOException {
    for (String version : new String[] {"3.1.2", "3.0.1"}) {
      target.maps("/d/shared/Microsoft.NETCore.App/" + version + "/libcoreclr.so");
      try (FakeRuntime runtime =
          FakeRuntime.answering(target.socket(), request -> FakeRuntime.answer(0x80131385))) {
        DotnetProcess dotnet =
            DotnetProcess.of(
                target.process(), target.target().border(), new BoundSockets(), PATIENCE);
        assertEquals(Optional.of(version), dotnet.version());
        assertEquals(version.equals("3.1.2"), dotnet.obstacle().isEmpty());
        assertEquals(3, runtime.requests().size());
      }
      Files.delete(target.socket());
    }
  }

  @Test
  void process_thatAnswersForAnother_isNotAttachedTo() throws IOException {
    try (FakeRuntime runtime = FakeRuntime.answering(target.socket(), request -> info(8, "x64"))) {
      assertEquals(RefusalReason.BAD_ANSWER, refused());
      assertEquals(1, runtime.requests().size());
    }
  }

  @Test
  void socket_thatADeadProcessLeft_isNone() throws IOException {
    try (ServerSocketChannel left = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      left.bind(UnixDomainSocketAddress.of(target.socket()));
    }
    assertEquals(RefusalReason.NO_SOCKET, refused());
  }

  @Test
  void trace_largerThanItMayBe_isReportedAndNoMoreIsCopied() throws IOException {
    Path root = Files.createDirectory(folder.resolve("container"));
    FakeTarget inside = target.target().withRoot(root);
    AttachRequest plain = request(PATIENCE);
    AttachRequest limited =
        new AttachRequest(
            plain.process(),
            plain.trace(),
            plain.sampleEvery(),
            Optional.empty(),
            false,
            Set.of(),
            OptionalLong.of(100),
            PATIENCE);
    try (FakeRuntime runtime =
        answering(request -> beginIn(root, request, 7, FakeRuntime.answer(0)))) {
      AttachOutcome outcome = Attach.to(limited, inside.border());
      try (Attachment attachment = assertInstanceOf(Attached.class, outcome).attachment()) {
        Path theirs = inside.reached(attachment.agentsFile().orElseThrow().toString());
        Files.write(theirs, new byte[100], StandardOpenOption.APPEND);
        assertThrows(TraceLimitException.class, () -> attachment.poll(new RuntimeFeed() {}));
        assertEquals(64, Files.size(trace()));
        assertFalse(attachment.isComplete());
      }
      assertEquals(2, runtime.requests().size());
    }
  }

  /** Nothing takes back what was asked of the runtime. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void attach_thatIsInterrupted_saysThatTheAgentMayStillCome(boolean copies) throws IOException {
    Path root = Files.createDirectory(folder.resolve("container"));
    FakeTarget inside = copies ? target.target().withRoot(root) : target.target();
    Thread attaching = Thread.currentThread();
    try (FakeRuntime runtime =
        FakeRuntime.holding(
            target.socket(),
            request -> {
              if (isAttach(request)) {
                attaching.interrupt();
                return new byte[0];
              }
              return info(7, "x64");
            })) {
      Refusal refusal = refused(Attach.to(request(PATIENCE), inside.border()));
      assertTrue(Thread.interrupted());
      assertEquals(RefusalReason.INTERRUPTED, refusal.reason());
      assertTrue(refusal.detail().contains("tiptoe detach 42"), refusal.detail());
      assertEquals(2, runtime.requests().size());
    } finally {
      boolean ignored = Thread.interrupted();
    }
    assertFalse(Files.exists(trace()));
  }

  @Test
  void trace_thatExists_isNeverOverwrittenAndNothingIsAsked() throws IOException {
    Files.writeString(trace(), "precious");
    try (FakeRuntime runtime = answering(request -> FakeRuntime.answer(0))) {
      LaunchException problem = assertThrows(LaunchException.class, () -> attach(PATIENCE));
      assertEquals(trace() + " exists already", problem.getMessage());
      assertEquals(1, runtime.requests().size());
    }
    assertEquals("precious", Files.readString(trace()));
  }

  /** Another root than ours: what the agent writes there is brought to where it is wanted. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void process_withAnotherRoot_hasItsTraceCopied(boolean succeeds) throws IOException {
    Path root = Files.createDirectory(folder.resolve("container"));
    FakeTarget inside = target.target().withRoot(root);
    byte[] reply = FakeRuntime.answer(succeeds ? 0 : 0x80004005);
    try (FakeRuntime runtime =
        answering(request -> succeeds ? beginIn(root, request, 7, reply) : reply)) {
      AttachOutcome outcome = Attach.to(request(PATIENCE), inside.border());
      assertEquals(2, runtime.requests().size());
      if (succeeds) {
        try (Attachment attachment = assertInstanceOf(Attached.class, outcome).attachment()) {
          assertTrue(attachment.isComplete());
          attachment.removeAgentsFile();
        }
        assertEquals(64, Files.size(trace()));
      } else {
        assertFalse(Files.exists(trace()));
      }
    }
    try (var left = Files.list(root)) {
      assertEquals(0, left.count());
    }
  }

  private RefusalReason refused() throws IOException {
    return refused(attach(PATIENCE)).reason();
  }

  private static Refusal refused(AttachOutcome outcome) {
    return assertInstanceOf(Refused.class, outcome).refusal();
  }

  private AttachOutcome attach(Duration patience) throws IOException {
    return Attach.to(request(patience), target.target().border());
  }

  private AttachRequest request(Duration patience) throws IOException {
    return new AttachRequest(target.process(), trace(), Duration.ofMillis(5), true, patience);
  }

  private Path trace() {
    return folder.resolve("a.tiptoe");
  }

  private FakeRuntime answering(UnaryOperator<byte[]> attach) throws IOException {
    return FakeRuntime.answering(
        target.socket(), request -> isAttach(request) ? attach.apply(request) : info(7, "x64"));
  }

  private static boolean isAttach(byte[] request) {
    return request[16] == ATTACH;
  }

  private static byte[] begin(byte[] request, int pid, byte[] reply) {
    return beginIn(Path.of("/"), request, pid, reply);
  }

  /** Does what the agent does: begins the trace that the client data names. */
  private static byte[] beginIn(Path root, byte[] request, int pid, byte[] reply) {
    String text = new String(request, StandardCharsets.UTF_8);
    String file = text.substring(text.indexOf("TRACE=") + "TRACE=".length());
    try {
      Files.write(root.resolve(file.substring(1, file.indexOf('\n'))), header(pid));
      return reply;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] header(int pid) {
    ByteBuffer header = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
    header.putLong(0x0A1A0A0D_54505489L).putShort((short) 1).putShort((short) 0).putInt(64);
    header.putLong(1).putInt(pid).putInt(8);
    CRC32C crc = new CRC32C();
    crc.update(header.array(), 0, 60);
    return header.putInt(60, (int) crc.getValue()).array();
  }

  private static byte[] info(int pid, String architecture) {
    var payload = new ByteArrayOutputStream();
    ByteBuffer fixed = ByteBuffer.allocate(28).order(ByteOrder.LITTLE_ENDIAN);
    payload.writeBytes(fixed.putInt(1).putLong(pid).array());
    for (String text : new String[] {"a", "Linux", architecture, "a", "9.0.1", "linux-x64"}) {
      ByteBuffer count = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN);
      payload.writeBytes(count.putInt(text.length() + 1).array());
      payload.writeBytes((text + '\0').getBytes(StandardCharsets.UTF_16LE));
    }
    return FakeRuntime.answer(true, payload.toByteArray());
  }
}
