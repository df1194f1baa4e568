// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.cli.process.Signals;
import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.RuntimeID;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.TestRuntime;
import dev.tiptoe.testdata.command.Outcome;
import dev.tiptoe.trace.RecordType;
import dev.tiptoe.trace.SamplerState;
import dev.tiptoe.trace.TraceReader;
import dev.tiptoe.trace.TraceStatistics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecordCommandTest {

  /** Ends with status 42 when the signal that it sends its recorder comes back to it. */
  static final String SIGNALS_ITS_RECORDER =
      "trap 'exit 42' TERM; kill -TERM $PPID; while :; do :; done";

  /** Starts what its arguments are, as the launcher does. */
  private static final String LAUNCHED =
      "while read -r key value; do"
          + " [ \"$key\" != SigIgn: ] || export TIPTOE_USERS_IGNORED_SIGNALS=\"$value\";"
          + " done <\"/proc/$$/status\"; exec \"$@\"";

  private static final String HELLO = TestAssembly.HELLO.path().toString();
  private static final String DEMO = TestAssembly.DEMO.path().toString();

  @TempDir private Path folder = Path.of("");

  @ParameterizedTest
  @ValueSource(ints = {0, 7, 255})
  void status_ofTheProgram_isReturned(int status) throws IOException {
    Outcome outcome = record(HELLO, Integer.toString(status)).expect(status).expectSilence();
    assertEquals(status + "\n", outcome.out());
    assertTrue(trace().statistics().ending().isPresent());
  }

  @Test
  void arguments_ofTheProgram_areItsOwn() {
    Outcome outcome = record(HELLO, "0", "a b", "--help", "--out", "", "--").expect(0);
    assertEquals("0\na b\n--help\n--out\n\n--\n", outcome.expectSilence().out());
  }

  @Test
  void status_ofAProgramThatASignalEnds_is128AndItsNumber() {
    Outcome outcome = record("/bin/sh", "-c", "kill -9 $$").expect(128 + 9);
    assertEquals(List.of(notWritten("/bin/sh")), outcome.err().lines().toList());
  }

  @Test
  void command_withoutARuntime_keepsItsFailureAndItsSuccessIsOurs() {
    Outcome failed = record("/bin/sh", "-c", "echo hi; exit 3").expect(3);
    assertEquals("hi\n", failed.out());
    assertEquals(List.of(notWritten("/bin/sh")), failed.err().lines().toList());
    Outcome succeeded = record("/bin/sh", "-c", "exit 0").expect(125);
    assertEquals(List.of(notWritten("/bin/sh")), succeeded.err().lines().toList());
  }

  /**
   * A JVM blocks SIGQUIT, and handles signals that were ignored before; the launcher passes which
   * these were.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "--default-signal",
        "--ignore-signal=QUIT,PIPE,XFSZ,HUP",
        "--block-signal=QUIT,USR1"
      })
  void signals_ofTheProgram_areBlockedAndIgnoredAsWithoutUs(String option) {
    List<String> program = List.of("/bin/cat", "/proc/self/status");
    String alone =
        Child.of("/usr/bin/env", option, "/bin/cat", "/proc/self/status").outcome().expect(0).out();
    for (String start : List.of("--out", "--suspended")) {
      List<String> command =
          new ArrayList<>(List.of("/usr/bin/env", option, "/bin/sh", "-c", LAUNCHED, "sh"));
      command.addAll(Child.tiptoe("record").builder().command());
      command.addAll(
          start.equals("--out")
              ? List.of("--out", folder.resolve("t").toString(), "--")
              : List.of(start, "--out", folder.resolve("s").toString(), "--"));
      command.addAll(program);
      String recorded = Child.of(command.toArray(String[]::new)).outcome().out();
      assertEquals(signals(alone), signals(recorded), start);
    }
  }

  private static List<String> signals(String status) {
    List<String> signals =
        status.lines().filter(line -> line.matches("Sig(Blk|Ign|Cgt):.*")).toList();
    assertEquals(3, signals.size(), status);
    return signals;
  }

  @ParameterizedTest
  @ValueSource(strings = {"no-such-command", "./no-such-command", "/no/such.dll", "no-such.dll"})
  void command_thatDoesNotExist_is127(String command) {
    assertRefused(127, command + ": no such command", inProcess(command));
  }

  @Test
  void command_thatCannotBeExecuted_is126() throws IOException {
    Path text = Files.writeString(folder.resolve("text"), "no program\n");
    Path directory = Files.createDirectory(folder.resolve("folder.dll"));
    for (Path command : List.of(text, folder, directory)) {
      assertRefused(126, command + ": cannot be executed", inProcess(command.toString()));
    }
  }

  @Test
  void assembly_thatIsNone_is126() throws IOException {
    Path text = Files.writeString(folder.resolve("text.dll"), "no assembly\n");
    Outcome outcome = record(text.toString()).expect(126);
    assertTrue(outcome.err().startsWith("tiptoe-host: " + text + " is no managed assembly\n"));
  }

  @Test
  void command_withoutAFolder_isSearchedOnThePath() throws IOException {
    Path script = Files.writeString(folder.resolve("greet"), "#!/bin/sh\necho hello\nexit 9\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    Outcome outcome = child("greet").with(Map.of("PATH", "/no/such:" + folder)).outcome().expect(9);
    assertEquals("hello\n", outcome.out());
  }

  @Test
  void trace_thatIsALinkToNowhere_isRefusedInWords() throws IOException {
    Files.createSymbolicLink(file(), folder.resolve("nowhere"));
    assertRefused(125, file() + " exists already", inProcess(HELLO, "0"));
    assertTrue(Files.isSymbolicLink(file()));
    assertFalse(Files.exists(folder.resolve("nowhere")));
  }

  @Test
  void trace_thatExists_isNeverOverwritten() throws IOException {
    Files.writeString(file(), "precious");
    assertRefused(125, file() + " exists already", inProcess(HELLO, "0"));
    assertEquals("precious", Files.readString(file()));
  }

  @Test
  void trace_belowAFile_is125AndNothingRuns() {
    String out = HELLO + "/a.tiptoe";
    Outcome outcome = TiptoeRun.tiptoe("record", "--out", out, "--", HELLO, "0");
    assertRefused(125, out + ": Not a directory", outcome);
  }

  @Test
  void trace_inAFolderThatDoesNotExist_is125AndNothingRuns() {
    String out = folder.resolve("no/such/a.tiptoe").toString();
    Outcome outcome = TiptoeRun.tiptoe("record", "--out", out, "--", HELLO, "0");
    assertRefused(125, out + ": its folder does not exist", outcome);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "record -- ls",
        "record --out a.tiptoe",
        "record --out a.tiptoe --sample-every often -- ls",
        "record --out a.tiptoe --no-such-option -- ls"
      })
  void usage_wrong_is125AndOneLine(String line) {
    Outcome outcome = TiptoeRun.tiptoe(line.split(" ", -1)).expect(125);
    assertTrue(outcome.err().matches("tiptoe: .+ \\(see tiptoe record --help\\)\n"), outcome.err());
  }

  @Test
  void samples_everyZero_areNone() throws IOException {
    Child.tiptoe("record", "--out", file().toString(), "--sample-every", "0", "--", DEMO, "0.2")
        .outcome()
        .expect(0)
        .expectSilence();
    TraceStatistics statistics = trace().statistics();
    assertEquals(0, statistics.stacks());
    assertEquals(0, statistics.recorder().orElseThrow().samplePeriodNanos());
    assertTrue(statistics.count(RecordType.CLASS_SEEN) > 0);
    assertEquals(
        new Outcome(
            1, "", "tiptoe: " + file() + ": it has no samples; it was recorded without sampling\n"),
        TiptoeRun.tiptoe("stacks", file().toString()));
  }

  @Test
  void samples_everyMillisecond_areRecordedAsAsked() throws IOException {
    Child.tiptoe("record", "--out", file().toString(), "--sample-every", "1ms", "--", DEMO, "0.2")
        .with(Map.of("TIPTOE_DUTY", "1000000"))
        .outcome()
        .expect(0);
    TraceStatistics statistics = trace().statistics();
    assertEquals(1_000_000, statistics.recorder().orElseThrow().samplePeriodNanos());
    assertTrue(statistics.stacks() > 0);
  }

  /**
   * At SIGTERM the runtime shuts down, and the trace is closed. At SIGINT, unless the program
   * handles it, the runtime lets itself be killed: then the trace ends with the last whole record.
   */
  @ParameterizedTest
  @CsvSource({"15, 143, true", "2, 130, false"})
  void signal_toTheRecorder_isPassedOnAndTheTraceIsWhole(int signal, int status, boolean closed)
      throws IOException {
    try (Child.Running recorder = child(DEMO, "0").start()) {
      recorder.await(() -> recorder.hasSaid("The harbour is open.\n") && trace().hasStacks(1));
      ProcessHandle program = trace().program();
      Signals.send(recorder.process().pid(), signal);
      Outcome outcome = recorder.outcome().expect(status).expectSilence();
      assertEquals("The harbour is open.\n", outcome.out());
      assertFalse(program.isAlive());
    }
    TraceStatistics statistics = trace().statistics();
    assertEquals(closed, statistics.ending().isPresent());
    assertEquals(
        0, statistics.identityLost() + statistics.samplesLost() + statistics.damagedBytes());
  }

  @Test
  void signal_asSoonAsTheProgramRuns_isPassedOn() {
    record("/bin/sh", "-c", SIGNALS_ITS_RECORDER).expect(42);
  }

  @Test
  void programs_afterTheFirst_runUnobserved() throws IOException {
    String host = Installation.current().host() + " " + TestRuntime.directory() + " " + HELLO;
    Outcome outcome =
        record("/bin/sh", "-c", host + " 0 first; " + host + " 4 second").expect(4).expectSilence();
    assertEquals("0\nfirst\n4\nsecond\n", outcome.out());
    TraceStatistics statistics = trace().statistics();
    assertEquals(1, statistics.count(RecordType.TRACE_BEGAN));
    assertEquals(1, statistics.count(RecordType.TRACE_ENDED));
    assertEquals(0, statistics.damagedBytes());
  }

  /** The agent comes before the runtime begins, and the program runs as it would. */
  @Test
  void program_thatIsStartedSuspended_isRecordedFromItsBeginning() throws IOException {
    Child.tiptoe("record", "--suspended", "--out", file().toString(), "--", DEMO, "1")
        .outcome()
        .expect(0)
        .expectSilence();
    TraceStatistics statistics = trace().statistics();
    assertEquals(1, statistics.count(RecordType.TRACE_BEGAN));
    assertEquals(1, statistics.count(RecordType.TRACE_ENDED));
    assertTrue(statistics.stacks() > 0);
    RuntimeIdMap map = Session.newMap();
    try (TraceReader reader = TraceReader.open(file())) {
      var ignored = reader.poll(map);
    }
    assertTrue(
        map.history().modules().anyMatch(each -> each.loaded().isNamed("System.Private.CoreLib")));
  }

  /** Its children are not waited for, and not observed. */
  @Test
  void programs_afterTheFirstThatWasSuspended_runUnobserved() throws IOException {
    String host = Installation.current().host() + " " + TestRuntime.directory() + " " + HELLO;
    String both = host + " 0 first; " + host + " 4 second";
    Outcome outcome =
        Child.tiptoe(
                "record", "--suspended", "--out", file().toString(), "--", "/bin/sh", "-c", both)
            .outcome()
            .expect(4)
            .expectSilence();
    assertEquals("0\nfirst\n4\nsecond\n", outcome.out());
    assertEquals(1, trace().statistics().count(RecordType.TRACE_BEGAN));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "--suspended"})
  void options_ofTheAgent_reachIt(String more) throws IOException {
    List<String> arguments =
        new ArrayList<>(List.of("record", "--out", file().toString(), "--duty", "3"));
    arguments.addAll(List.of("--snapshot-at", "ClassLoadFinished", "--sample-every", "20ms"));
    if (!more.isEmpty()) {
      arguments.add(more);
    }
    arguments.addAll(List.of("--", DEMO, "1"));
    Child.tiptoe(arguments.toArray(String[]::new)).outcome().expect(0);
    List<RuntimeID> announced;
    try (TraceReader reader = TraceReader.open(file())) {
      announced = GrowingTrace.announced(reader);
      SamplerState sampler = reader.statistics().samplerState().orElseThrow();
      assertEquals(30_000, sampler.dutyMillionths());
      assertEquals(20_000_000, sampler.periodNanos());
    }
    assertFalse(announced.isEmpty());
    assertTrue(announced.stream().allMatch(ClassID.class::isInstance), announced::toString);
  }

  /** .NET 11 would take these before ours. */
  @ParameterizedTest
  @ValueSource(strings = {"--wall", "--suspended"})
  void program_isNotGivenTheSettingsOfAnotherProfiler(String start) {
    Map<String, String> other =
        Map.of("DOTNET_ENABLE_PROFILING", "0", "DOTNET_PROFILER_PATH_64", "/opt/other.so");
    String out = file().toString();
    Outcome outcome =
        Child.tiptoe("record", start, "--out", out, "--", "/usr/bin/env").with(other).outcome();
    List<String> given =
        outcome.out().lines().filter(line -> line.matches("DOTNET_\\w*PROFIL.*")).toList();
    assertEquals(List.of(), given);
    assertTrue(outcome.out().contains("TIPTOE_"), outcome::out);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--wall", "--suspended"})
  void profiler_ofTheEnvironment_isReplacedOnlyWhenAsked(String start) throws IOException {
    Map<String, String> other =
        Map.of(
            "CORECLR_ENABLE_PROFILING",
            "1",
            "CORECLR_PROFILER",
            "{846F5F1C-F9AE-4B07-969E-05C26BC060D8}",
            "CORECLR_PROFILER_PATH_64",
            "/opt/other.so");
    String named = "CORECLR_PROFILER={846F5F1C-F9AE-4B07-969E-05C26BC060D8} (/opt/other.so)";
    String out = file().toString();
    assertRefused(
        125,
        named
            + " is another profiler, and a runtime loads one; --replace-profiler records without"
            + " it",
        Child.tiptoe("record", start, "--out", out, "--", HELLO, "3").with(other).outcome());
    assertFalse(Files.exists(file()));
    Outcome replaced =
        Child.tiptoe("record", start, "--replace-profiler", "--out", out, "--", HELLO, "3")
            .with(other)
            .outcome();
    assertEquals(new Outcome(3, "3\n", "tiptoe: " + named + " is replaced\n"), replaced);
    assertTrue(trace().statistics().ending().isPresent());
  }

  /** The runtime confirms each: with the setting it loads no profiler, or opens no port. */
  @ParameterizedTest
  @CsvSource({
    "--wall, DOTNET_EnableDiagnostics, 0",
    "--wall, COMPlus_EnableDiagnostics, 0x0",
    "--wall, DOTNET_EnableDiagnostics_Profiler, 0",
    "--suspended, DOTNET_EnableDiagnostics_Profiler, 0",
    "--suspended, DOTNET_EnableDiagnostics_IPC, 0"
  })
  void diagnostics_switchedOff_areNamedAndNothingRuns(String start, String name, String value)
      throws IOException {
    String out = file().toString();
    Outcome refused =
        Child.tiptoe("record", start, "--out", out, "--", HELLO, "3")
            .with(Map.of(name, value))
            .outcome();
    assertRefused(
        125,
        name + "=" + value + " in the environment: with it .NET 8 and later load no profiler",
        refused);
    List<String> hidden = new ArrayList<>(List.of("record", start, "--out", out, "--"));
    hidden.addAll(List.of("/usr/bin/env", name + "=" + value));
    hidden.addAll(List.of(Installation.current().host().toString()));
    hidden.addAll(List.of(TestRuntime.directory().toString(), HELLO, "3"));
    Outcome missing = Child.tiptoe(hidden.toArray(String[]::new)).outcome().expect(3);
    assertEquals(List.of(notWritten("/usr/bin/env")), missing.err().lines().toList());
  }

  /** A program with the section in which such a program has its managed code. */
  @Test
  void program_compiledAheadOfTime_isNamed() throws IOException {
    Path program = folder.resolve("ahead");
    Child.of(
            "/usr/bin/objcopy",
            "--add-section",
            "__managedcode=/bin/true",
            "/bin/true",
            program.toString())
        .outcome()
        .expect(0);
    assertEquals(
        List.of(
            "tiptoe: "
                + file()
                + " was not written: "
                + program
                + " was compiled ahead of time (NativeAOT), so no CoreCLR runs in it"),
        record(program.toString()).expect(125).err().lines().toList());
  }

  /** For commands that are refused: the output of those that run is no stream of this JVM's. */
  private Outcome inProcess(String... command) {
    List<String> arguments = new ArrayList<>(List.of("record", "--out", file().toString(), "--"));
    arguments.addAll(List.of(command));
    return TiptoeRun.tiptoe(arguments.toArray(String[]::new));
  }

  private Outcome record(String... command) {
    return child(command).outcome();
  }

  private Child child(String... command) {
    List<String> arguments = new ArrayList<>(List.of("record", "--out", file().toString(), "--"));
    arguments.addAll(List.of(command));
    return Child.tiptoe(arguments.toArray(new String[0])).receivingSignals();
  }

  private Path file() {
    return folder.resolve("a.tiptoe");
  }

  private GrowingTrace trace() {
    return new GrowingTrace(file());
  }

  private String notWritten(String command) {
    return "tiptoe: "
        + file()
        + " was not written: no CoreCLR ran in "
        + command
        + ", or it accepted no profiler";
  }

  private static void assertRefused(int status, String note, Outcome outcome) {
    assertEquals(new Outcome(status, "", "tiptoe: " + note + "\n"), outcome);
  }
}
