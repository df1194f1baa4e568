// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.bridge.launch.AgentLibrary;
import dev.tiptoe.bridge.launch.DotnetRuntime;
import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.TestRuntime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Our unwinder against {@code DoStackSnapshot}, of the same threads at the same instants, while a
 * program runs methods of 27 kinds. Only stacks that were interrupted in managed code are compared:
 * elsewhere the runtime must not be asked.
 */
@Tag("quarter-4")
class StackJudgeTest {

  private static final int KINDS = 27;

  @TempDir private Path folder = Path.of("");

  /** What the judge wrote: a count for each name. */
  private record Report(Map<String, Long> counts) {

    long of(String name) {
      return Objects.requireNonNull(counts.get(name), name);
    }

    long same() {
      return of("identical") + of("same-methods");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "TieredCompilation=0", "TieredPGO=0", "ReadyToRun=0"})
  void walks_inEachConfiguration_findTheMethodsThatTheRuntimeFinds(String setting)
      throws Exception {
    check(zoo(net9(), setting));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "TieredCompilation=0"})
  void walks_onNetCore31_findTheMethodsThatTheRuntimeFinds(String setting) throws Exception {
    check(zoo(netCore31(), setting));
  }

  /** Code that handles exceptions works in the frame of its method, but runs far below it. */
  @ParameterizedTest
  @ValueSource(strings = {"filters", "exceptions", "finally"})
  void walks_whileExceptionsAreHandled_findTheMethodsThatTheRuntimeFinds(String kind)
      throws Exception {
    for (DotnetRuntime runtime : List.of(net9(), netCore31())) {
      Report report = judge(runtime, "", 1, List.of("1", "700", "2", kind));
      assertTrue(report.of("compared") > 0, report::toString);
      assertTrue(100 * report.same() >= 98 * report.of("compared"), report::toString);
      assertEquals(0, report.of("falsely-whole"), report::toString);
    }
  }

  private static DotnetRuntime net9() {
    return DotnetRuntime.requireFetched(Installation.current());
  }

  private static DotnetRuntime netCore31() {
    return DotnetRuntime.in(TestRuntime.netCore31(), Installation.current());
  }

  private Report zoo(DotnetRuntime runtime, String setting)
      throws IOException, InterruptedException {
    return judge(runtime, setting, KINDS, List.of("1", "120", "2"));
  }

  private static void check(Report report) {
    long compared = report.of("compared");
    // Of some 600; a machine that is shared gives fewer.
    assertTrue(compared > 50, report::toString);
    assertTrue(100 * report.same() >= 98 * compared, report::toString);
    assertEquals(0, report.of("falsely-whole"), report::toString);
    assertEquals(0, report.of("lost"), report::toString);
    // stacks that were interrupted in native code
    long elsewhere = report.of("native");
    assertTrue(elsewhere > 50, report::toString);
    assertTrue(100 * report.of("native-whole") >= 95 * elsewhere, report::toString);
  }

  private Report judge(DotnetRuntime runtime, String setting, int kinds, List<String> arguments)
      throws IOException, InterruptedException {
    Path written = folder.resolve("report");
    ProcessBuilder builder =
        new ProcessBuilder(runtime.command(TestAssembly.ZOO.path(), arguments));
    Map<String, String> environment = builder.environment();
    environment.put("DOTNET_SYSTEM_GLOBALIZATION_INVARIANT", "1");
    environment.put("CORECLR_ENABLE_PROFILING", "1");
    environment.put("CORECLR_PROFILER", "{" + AgentLibrary.CLSID + "}");
    environment.put(
        "CORECLR_PROFILER_PATH", TestAgent.STACK_JUDGE.in(Installation.current()).toString());
    environment.put("TIPTOE_JUDGE_REPORT", written.toString());
    if (!setting.isEmpty()) {
      String[] parts = setting.split("=", 2);
      environment.put("DOTNET_" + parts[0], parts[1]);
      environment.put("COMPlus_" + parts[0], parts[1]); // what .NET Core 3.1 reads
    }
    Path output = folder.resolve("output");
    Process process = builder.redirectErrorStream(true).redirectOutput(output.toFile()).start();
    try {
      assertTrue(process.waitFor(2, TimeUnit.MINUTES));
    } finally {
      process.destroyForcibly();
    }
    assertEquals(0, process.exitValue());
    assertEquals(List.of(kinds + " kinds"), Files.readAllLines(output));
    Map<String, Long> counts = new HashMap<>();
    for (String line : Files.readAllLines(written)) {
      String[] parts = line.split(" ", 2);
      counts.put(parts[0], Long.parseLong(parts[1]));
    }
    return new Report(counts);
  }
}
