// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.TestRuntime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Stack traces that the runtime writes without a PDB, beside those that it writes with one. The
 * program throws through every construct of C#.
 */
class StackTraceWitnessTest {

  private static final Pattern WITHOUT_LINE = Pattern.compile(" in [^ ]+:token 0x[0-9a-f+x]+");

  private static final Pattern GENERATED = Pattern.compile("[ .+]<|>[a-z]__|\\$");

  @TempDir private Path folder = Path.of("");

  private static String run(Path program, String tiered, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Installation.current().host().toString());
    command.add(TestRuntime.directory().toString());
    command.add(program.toString());
    command.addAll(List.of(arguments));
    return Child.of(command.toArray(String[]::new))
        .with(
            Map.of(
                "DOTNET_TieredCompilation", tiered, "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT", "1"))
        .outcome()
        .expect(0)
        .out();
  }

  /**
   * Compiled at once by the optimizing compiler, some methods are inlined: their frames are in
   * neither text.
   */
  @ParameterizedTest
  @ValueSource(strings = {"1", "0"})
  void trace_withoutAPdb_symbolizedIsTheRuntimesOwn(String tiered) throws IOException {
    Path program = TestAssembly.TRACES.path();
    Path alone = Files.copy(program, folder.resolve("Traces.dll"));
    List<String> own = run(program, tiered).lines().toList();
    String offsets = run(alone, tiered, "offsets");
    assertFalse(offsets.contains(":line "), offsets);
    String[] command = {"symbolize", "--names", "system", "--symbols", program.toString()};
    List<String> ours = TiptoeRun.fed(offsets, command).expect(0).lines();
    assertEquals(own.size(), ours.size());
    int lines = 0;
    for (int i = 0; i < own.size(); i++) {
      // A frame without source keeps its token. The runtime writes nothing there when the switch is
      // off, as it is in the other run.
      assertEquals(own.get(i), WITHOUT_LINE.matcher(ours.get(i)).replaceAll(""));
      lines += own.get(i).contains(":line ") ? 1 : 0;
    }
    assertTrue(lines > (tiered.equals("1") ? 200 : 150), lines + " lines");
  }

  @Test
  void trace_inTheDefaultStyle_hasNoGeneratedName() throws IOException {
    Path alone = Files.copy(TestAssembly.TRACES.path(), folder.resolve("Traces.dll"));
    String offsets = run(alone, "1", "offsets");
    String program = TestAssembly.TRACES.path().toString();
    for (String line :
        TiptoeRun.fed(offsets, "symbolize", "--symbols", program).expect(0).lines()) {
      boolean ours = line.startsWith("   at ") && !line.startsWith("   at System.");
      assertFalse(ours && GENERATED.matcher(line).find(), line);
    }
  }
}
