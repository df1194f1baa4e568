// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.bridge.attach.DotnetProcess;
import dev.tiptoe.bridge.control.ControlClient;
import dev.tiptoe.bridge.launch.AgentLibrary;
import dev.tiptoe.bridge.launch.DotnetRuntime;
import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.bridge.launch.Recording;
import dev.tiptoe.bridge.process.LinuxProcess;
import dev.tiptoe.testdata.TestAssembly;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The program Measures, which has taken its own measures, and then does nothing at all. */
final class MeasuredProgram implements AutoCloseable {

  private static final String LAST_WORD = "measured";
  private static final int STATUS = 31;
  private static final long DEADLINE_SECONDS = 120;
  private static final long LIFE_SECONDS = 600;
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Process process;
  private final List<String> measures = new ArrayList<>();

  private MeasuredProgram(ProcessBuilder builder, Path folder) throws IOException {
    process = builder.redirectError(folder.resolve("err").toFile()).start();
    // A thread that waits for a line of a hanging program then reads its end.
    CompletableFuture.delayedExecutor(LIFE_SECONDS, TimeUnit.SECONDS)
        .execute(process::destroyForcibly);
    BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
    String line = lines.readLine();
    for (; line != null && !line.equals(LAST_WORD); line = lines.readLine()) {
      measures.add(line);
    }
    assertEquals(LAST_WORD, line);
  }

  /** Starts it with the agent inside. */
  static MeasuredProgram recorded(Path folder, Path trace) throws IOException {
    ProcessBuilder builder = builder();
    builder
        .environment()
        .putAll(
            Recording.environment(Installation.current().agent(), trace, Duration.ofMillis(10)));
    builder.environment().put("TIPTOE_CONTROL", ControlClient.settingForNewProcess().toString());
    return new MeasuredProgram(builder, folder);
  }

  /** Starts it alone, and attaches the agent to it when it has measured everything. */
  static MeasuredProgram attachedTo(Path folder, Path trace) throws IOException {
    MeasuredProgram program = new MeasuredProgram(builder(), folder);
    String settings =
        String.join(
            "\n",
            "TRACE=" + trace,
            "SAMPLE_EVERY=0",
            "CONTROL=" + ControlClient.settingForNewProcess(),
            "");
    DotnetProcess.of(LinuxProcess.of(program.pid()), PATIENCE)
        .client()
        .orElseThrow()
        .attachProfiler(
            AgentLibrary.CLSID,
            Installation.current().agent().toString(),
            PATIENCE,
            settings.getBytes(StandardCharsets.UTF_8));
    return program;
  }

  private static ProcessBuilder builder() {
    DotnetRuntime runtime = DotnetRuntime.fetched(Installation.current()).orElseThrow();
    return new ProcessBuilder(runtime.command(TestAssembly.MEASURES.path(), List.of()));
  }

  /** Returns its lines: TYPE, SIZE, FIELD, OFFSET, separated by tabs. */
  List<String> measures() {
    return List.copyOf(measures);
  }

  long pid() {
    return process.pid();
  }

  ControlClient client() throws IOException {
    return ControlClient.of(pid());
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Lets it come to its end, which must be the one that it comes to without an agent. */
  void end() throws IOException {
    process.getOutputStream().close();
    try {
      assertTrue(process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS), "it does not end");
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    assertEquals(STATUS, process.exitValue());
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
