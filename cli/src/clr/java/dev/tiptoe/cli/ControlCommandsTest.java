// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.bridge.control.ControlClient;
import dev.tiptoe.bridge.control.ControlException;
import dev.tiptoe.bridge.control.ControlException.Reason;
import dev.tiptoe.bridge.control.RuntimeClassLayout;
import dev.tiptoe.bridge.launch.DotnetRuntime;
import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.bridge.launch.Recording;
import dev.tiptoe.cli.terminal.ExitCode;
import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.map.ClassFact;
import dev.tiptoe.resolver.map.Lease;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.command.Outcome;
import dev.tiptoe.trace.TraceReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The agent inside a program that runs, asked through its control socket. */
class ControlCommandsTest {

  private static final String ENDLESS = "0";

  @TempDir private Path folder = Path.of("");

  @Test
  void status_ofAProgramThatRuns_isThatOfItsAgent() throws IOException {
    Path file = folder.resolve("status.tiptoe");
    try (Recorded program = Recorded.start(file, TestAssembly.DEMO, ENDLESS)) {
      Map<String, String> status = program.status();
      assertEquals(file.toString(), status.get("trace"));
      assertEquals(program.pid(), status.get("process-id"));
      assertEquals("1", status.get("start-mode"));
      assertEquals("0", status.get("loads-on-agent-threads"));
      assertEquals("0", status.get("identity-lost"));
      // It may have been looked at before it has got that far.
      program.recorder().await(() -> program.number("classes") > 100);
      program.recorder().await(() -> program.number("modules") > 5);

      List<String> flushed =
          TiptoeRun.tiptoe("flush", program.pid(), "--tsv").expect(0).expectSilence().rows().get(0);
      assertTrue(Files.size(file) >= Long.parseLong(flushed.get(2)));
      assertTrue(Long.parseLong(flushed.get(0)) >= Long.parseLong(status.get("identity-records")));
      TiptoeRun.tiptoe("status", program.pid()).expect(0).expectSilence();
      TiptoeRun.tiptoe("status", program.pid(), "--json").expect(0).expectSilence();
    }
  }

  @Test
  void ps_ofAProgramWithAnAgent_namesItsEngine_andWhyPerfEventsDoNotServe() throws IOException {
    Path file = folder.resolve("listed.tiptoe");
    try (Recorded program = Recorded.start(file, TestAssembly.DEMO, ENDLESS)) {
      String pid = program.pid();
      List<String> row =
          TiptoeRun.tiptoe("ps", "--tsv").expect(0).rows().stream()
              .filter(each -> each.get(0).equals(pid))
              .findFirst()
              .orElseThrow();
      assertEquals("both", row.get(5), row::toString);
      assertEquals(program.number("perf-refusal") == 0, row.get(6).isEmpty(), row::toString);
    }
  }

  @Test
  void sample_withAnotherPeriod_isInForceAndInTheTrace() throws IOException {
    Path file = folder.resolve("sampled.tiptoe");
    try (Recorded program = Recorded.start(file, TestAssembly.DEMO, ENDLESS)) {
      String pid = program.pid();
      Outcome faster = TiptoeRun.tiptoe("sample", pid, "--every", "2ms", "--duty", "50", "--tsv");
      assertEquals(List.of("2000000", "500000"), faster.expect(0).rows().get(0));
      long before = program.number("rounds");
      program.recorder().await(() -> program.number("rounds") > before + 20);
      program.recorder().await(() -> program.number("sample-period") == 2_000_000);

      TiptoeRun.tiptoe("sample", pid, "--every", "0").expect(0).expectSilence();
      program.recorder().await(() -> program.number("sample-period") == 0);
      // The round that was under way is still counted.
      long stopped = program.number("rounds") + 1;
      TiptoeRun.tiptoe("flush", pid).expect(0);
      assertTrue(program.number("rounds") <= stopped);

      TiptoeRun.tiptoe("sample", pid, "--every", "5ms").expect(0).expectSilence();
      program.recorder().await(() -> program.number("rounds") > stopped);
      assertEquals(
          List.of("5000000", "500000"),
          TiptoeRun.tiptoe("sample", pid, "--tsv").expect(0).rows().get(0));
    }
  }

  @Test
  void socket_ofAProgramThatWasKilled_isNotTakenForAnAgentAndIsCleared() throws IOException {
    Path file = folder.resolve("killed.tiptoe");
    Recorded program = Recorded.start(file, TestAssembly.DEMO, ENDLESS);
    String pid = program.pid();
    Path socket = program.socket();
    assertTrue(Files.exists(socket));
    program.close();
    String said = TiptoeRun.tiptoe("status", pid).expect(ExitCode.BAD_INPUT).err();
    assertTrue(said.startsWith("tiptoe: " + pid + ": there is no such process"), said);
    assertFalse(Files.exists(socket));
    assertThrows(ControlException.class, () -> ControlClient.at(socket).status());
  }

  @Test
  void layout_ofAStructThatLives_isWhatTheCompilerAndTheRuntimeMadeOfIt() throws IOException {
    Path file = folder.resolve("layout.tiptoe");
    try (Recorded program = Recorded.start(file, TestAssembly.DEMO, ENDLESS);
        TraceReader reader = TraceReader.open(file)) {
      ControlClient client = ControlClient.at(program.socket());
      Session session = new Session();
      Optional<ClassFact> tea = Optional.empty();
      for (int i = 0; i < 1000 && tea.isEmpty(); i++) {
        client.flush();
        reader.poll(session.feed());
        tea = named(session, "Tiptoe.Demo.Tea");
      }
      RuntimeClassLayout layout = client.layout(lease(session, tea.orElseThrow().id()));
      assertEquals(16, layout.size());
      assertEquals(
          List.of(0, 8), layout.fields().stream().map(RuntimeClassLayout.Field::offset).toList());

      RuntimeClassLayout guid =
          client.layout(lease(session, named(session, "System.Guid").orElseThrow().id()));
      assertEquals(16, guid.size());
      assertEquals(
          Set.of(0, 4, 6, 8, 9, 10, 11, 12, 13, 14, 15),
          guid.fields().stream().map(RuntimeClassLayout.Field::offset).collect(Collectors.toSet()));
      String id = "0x" + Long.toHexString(tea.orElseThrow().id().value());
      List<List<String>> fields =
          TiptoeRun.tiptoe("fields", file.toString(), id, "--live", program.pid(), "--tsv")
              .expect(0)
              .rows();
      assertEquals(
          List.of("Chests 0", "Leaves 8"),
          fields.stream().map(row -> row.get(1) + " " + row.get(4)).toList());
      everyClassHasALayoutOrAReason(client, session);
      assertEquals("0", program.status().get("loads-on-agent-threads"));
    }
  }

  private static void everyClassHasALayoutOrAReason(ControlClient client, Session session)
      throws IOException {
    Set<Reason> reasons = new HashSet<>();
    int answered = 0;
    for (ClassFact type : session.map().now().classes().toList()) {
      try {
        RuntimeClassLayout layout = client.layout(lease(session, type.id()));
        answered++;
        boolean inside =
            layout.fields().stream()
                .allMatch(field -> field.offset() >= 0 && field.offset() < layout.size());
        assertTrue(inside, layout::toString);
      } catch (ControlException e) {
        reasons.add(e.reason());
      }
    }
    assertTrue(answered > 200, () -> "few classes");
    assertTrue(Set.of(Reason.REFUSED).containsAll(reasons), reasons::toString);
  }

  /** Contexts come and go all the time; what was leased before one went is not answered after. */
  @Test
  void layout_ofAClassThatWasUnloaded_isRefused() throws IOException {
    Path file = folder.resolve("unloaded.tiptoe");
    Process program = dockyard(file);
    GrowingTrace growing = new GrowingTrace(file);
    try {
      awaitStacks(growing, program);
      ControlClient client = ControlClient.of(program.pid());
      try (TraceReader reader = TraceReader.open(file)) {
        Session session = new Session();
        Set<Lease<ClassID>> leases = new HashSet<>();
        Set<Reason> reasons = new HashSet<>();
        for (int round = 0; round < 5000 && !reasons.contains(Reason.NOT_VALID); round++) {
          client.flush();
          reader.poll(session.feed());
          for (Lease<ClassID> lease : leases) {
            if (!session.map().isValid(lease)) {
              reasons.add(reasonOfRefusal(client, lease));
            }
          }
          leases.clear();
          session
              .map()
              .now()
              .classes()
              .forEach(type -> session.map().lease(type.id()).lease().ifPresent(leases::add));
        }
        assertEquals(Set.of(Reason.NOT_VALID), reasons);
      }
      assertTrue(program.isAlive());
    } finally {
      program.destroyForcibly();
    }
  }

  private static Reason reasonOfRefusal(ControlClient client, Lease<ClassID> lease) {
    return assertThrows(ControlException.class, () -> client.layout(lease)).reason();
  }

  private static Process dockyard(Path trace) throws IOException {
    Installation installation = Installation.current();
    DotnetRuntime runtime = DotnetRuntime.fetched(installation).orElseThrow();
    ProcessBuilder builder =
        new ProcessBuilder(runtime.command(TestAssembly.DOCKYARD.path(), List.of()));
    builder
        .environment()
        .putAll(Recording.environment(installation.agent(), trace, Duration.ofMillis(10)));
    builder.environment().put("TIPTOE_CONTROL", ControlClient.settingForNewProcess().toString());
    return builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
  }

  private static void awaitStacks(GrowingTrace trace, Process program) throws IOException {
    while (!trace.hasStacks(5)) {
      assertTrue(program.isAlive());
      Thread.onSpinWait();
    }
  }

  private static Lease<ClassID> lease(Session session, ClassID id) {
    return session.map().lease(id).lease().orElseThrow();
  }

  private static Optional<ClassFact> named(Session session, String name) {
    return session
        .map()
        .now()
        .classes()
        .filter(type -> session.nameOf(type).equals(name))
        .findFirst();
  }
}
