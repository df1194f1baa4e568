// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.sacrifice;

import dev.tiptoe.bridge.launch.DotnetRuntime;
import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.bridge.launch.SamplingEngine;
import dev.tiptoe.proof.truth.Program;
import dev.tiptoe.proof.truth.UsedRules;
import dev.tiptoe.testdata.TestRuntime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Claims about other and larger programs, and about the IDs of hundreds of load contexts. */
@Tag("quarter-4")
class LargerProgramsTest {

  private static final String LOG =
      """
      {"version":"2.1.0","runs":[{"tool":{"driver":{"name":"x","rules":[{"id":"A1"}]}},
      "results":[{"ruleId":"A1","message":{"text":"hello"},"level":"error"}]}]}
      """;

  @TempDir private Path folder = Path.of("");

  @ParameterizedTest
  @CsvSource({
    "mentions, 500, 50, 2000",
    "unloading, 500, 30, 2000",
    "torture, 2000, 500, 2500",
    "web-server, 5000, 800, 7000"
  })
  void claims_ofAnotherProgram_areTrue(String program, long classes, long functions, long typeDefs)
      throws IOException {
    SacrificialProcessTest.areTrue(program, classes, functions, typeDefs);
  }

  /**
   * Of its modules there are only copies of the metadata, and most are precompiled: nothing says
   * which of them validate their fields. {@code XmlTextReaderImpl} has fields of structs that are
   * never loaded fully.
   */
  @Test
  void claims_ofASingleFileProgram_areTrue() throws IOException {
    Path app = TestRuntime.singleFileApp();
    Path log = Files.writeString(folder.resolve("log.sarif"), LOG);
    Program program = new Program("single-file", app, List.of("validate", log.toString()), 0);
    DotnetRuntime inside = new DotnetRuntime(app.resolveSibling(""), List.of());
    SacrificialProcessTest.areTrue(
        SacrificialProcessTest.examine(
            inside, program, new SacrificialProcess(UsedRules.WITNESSED, SamplingEngine.SUSPEND)),
        4_000,
        1_000,
        7_000);
  }

  @Test
  void claims_aboutTheReusedIdsOfHundredsOfContexts_areTrue() throws IOException {
    SacrificialProcessTest.areTrue(Program.turnover(Installation.current(), 300));
  }
}
