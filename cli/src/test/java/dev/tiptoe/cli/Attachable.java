// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.bridge.attach.DotnetProcess;
import dev.tiptoe.bridge.control.ControlClient;
import dev.tiptoe.bridge.diagnostics.DiagnosticsException;
import dev.tiptoe.bridge.diagnostics.LinuxProcess;
import dev.tiptoe.bridge.launch.AgentLibrary;
import dev.tiptoe.bridge.launch.DotnetRuntime;
import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.bridge.launch.Recording;
import dev.tiptoe.testdata.TestAssembly;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The program Dockyard, which is never still, with the agent coming and going by any settings; what
 * it is asked it must answer correctly all the time. For one thread.
 */
final class Attachable implements AutoCloseable {

  static final int ATTACHED = 0;

  static final int ALREADY_ACTIVE = 0x8013136A;

  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final long DEADLINE_SECONDS = 120;
  private static final long LIFE_SECONDS = 1200;
  private static final RunAs AS_WE_ARE = new RunAs("as we are", List.of());

  private final Path folder;
  private final Process process;
  private final ProcessHandle program;
  private final BufferedReader answers;
  private final Writer requests;
  private int asked;

  /** Starts it, with the agent inside if there is a trace to write. */
  Attachable(Path folder, Path... trace) throws IOException {
    this(folder, fetched(), AS_WE_ARE, Map.of("TMPDIR", folder.toString()), trace);
  }

  /** Starts it on another runtime, with these variables set. */
  Attachable(Path folder, DotnetRuntime runtime, Map<String, String> environment)
      throws IOException {
    this(folder, runtime, AS_WE_ARE, environment);
  }

  /** Starts it as another user or in other namespaces, with what that has for temporary files. */
  Attachable(Path folder, RunAs runAs) throws IOException {
    this(folder, fetched(), runAs, Map.of());
  }

  private Attachable(
      Path folder,
      DotnetRuntime runtime,
      RunAs runAs,
      Map<String, String> environment,
      Path... trace)
      throws IOException {
    this.folder = folder;
    Files.createDirectory(
        folder.resolve("c"),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    Installation installation = Installation.current();
    Path dll = TestAssembly.DOCKYARD.path();
    ProcessBuilder builder = new ProcessBuilder(runAs.wrap(runtime.command(dll, List.of("2"))));
    builder.environment().putAll(environment);
    for (Path file : trace) {
      builder
          .environment()
          .putAll(Recording.environment(installation.agent(), file, Duration.ofMillis(10)));
    }
    process = builder.redirectError(folder.resolve("err").toFile()).start();
    // A thread that waits for a line of a hanging program then reads its end.
    CompletableFuture.delayedExecutor(LIFE_SECONDS, TimeUnit.SECONDS).execute(() -> kill(process));
    answers = process.inputReader(StandardCharsets.UTF_8);
    requests = process.outputWriter(StandardCharsets.UTF_8);
    String first = answers.readLine();
    if (!"open".equals(first)) {
      kill(process);
      throw new AssertionError("it does not open: " + first + said());
    }
    // The process that created the namespaces waits for it outside.
    program = process.descendants().findFirst().orElse(process.toHandle());
  }

  private static DotnetRuntime fetched() {
    return DotnetRuntime.fetched(Installation.current()).orElseThrow();
  }

  long pid() {
    return program.pid();
  }

  Path control() {
    return folder.resolve("c/control");
  }

  /** Has it compute something, and checks that. */
  void work(int times) throws IOException {
    for (int i = 0; i < times; i++) {
      long n = asked++ % 1000;
      requests.write(n + "\n");
      requests.flush();
      String answer = answers.readLine();
      assertTrue((n + " " + n * (n + 1) / 2).equals(answer), answer + " is no answer to " + n);
    }
  }

  /** Returns the runtime's result of an attach with these settings: an HRESULT. */
  int attach(String... settings) throws IOException {
    byte[] data = (String.join("\n", settings) + "\n").getBytes(StandardCharsets.UTF_8);
    String agent = Installation.current().agent().toString();
    try {
      DotnetProcess.of(LinuxProcess.of(pid()), PATIENCE)
          .client()
          .orElseThrow()
          .attachProfiler(AgentLibrary.CLSID, agent, PATIENCE, data);
      return ATTACHED;
    } catch (DiagnosticsException e) {
      return e.hresult().orElseThrow(() -> new AssertionError(e));
    }
  }

  /** Asks the agent to leave; it must agree. */
  void requestDetach() throws IOException {
    var ignored = ControlClient.at(control()).detach();
  }

  /** Asks the agent to leave and waits until its library is unmapped. */
  void detach() throws IOException {
    requestDetach();
    await(() -> !hasLibrary());
  }

  boolean hasLibrary() throws IOException {
    return Files.readString(proc("maps")).contains("/tiptoe-agent-");
  }

  long agentThreads() throws IOException {
    try (Stream<Path> tasks = Files.list(proc("task"))) {
      return tasks
          .filter(
              task -> nameOf(task).startsWith("tiptoe-") && !nameOf(task).startsWith("tiptoe-host"))
          .count();
    }
  }

  /** Whether the process has a file below this folder open, its sockets apart. */
  boolean hasOpen(Path file) throws IOException {
    try (Stream<Path> descriptors = Files.list(proc("fd"))) {
      return descriptors.anyMatch(each -> file.equals(target(each)));
    }
  }

  private static String nameOf(Path task) {
    try {
      return Files.readString(task.resolve("comm"));
    } catch (IOException e) {
      return ""; // it ended meanwhile
    }
  }

  private static Path target(Path link) {
    try {
      return Files.readSymbolicLink(link);
    } catch (IOException e) {
      return link; // it was closed meanwhile
    }
  }

  private Path proc(String file) {
    return Path.of("/proc", Long.toString(pid()), file);
  }

  void await(Child.Condition condition) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
    try {
      while (!condition.holds()) {
        boolean ended = process.waitFor(5, TimeUnit.MILLISECONDS);
        assertTrue(!ended && System.nanoTime() < deadline, "in vain");
      }
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Lets it come to its end, which must be the one that it comes to without an agent. */
  void end() throws IOException {
    requests.close();
    try {
      assertTrue(process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS), "it does not end");
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    assertTrue(process.exitValue() == 30, () -> "it ended with " + process.exitValue() + said());
  }

  /** Returns its standard error so far. */
  String said() {
    try {
      return ": " + Files.readString(folder.resolve("err"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** As another user in a container, the program does not die with its starter. */
  @Override
  public void close() {
    kill(process);
    program.destroyForcibly();
  }

  private static void kill(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
