// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.cli.terminal.ExitCode;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.TestRuntime;
import dev.tiptoe.testdata.command.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code prove bench metadata} over a few files, once; what the figures are is not asked. */
class MetadataOfBothSidesTest {

  private static final String WORKS = "open,names,names-plain,random,references";

  @TempDir private Path folder = Path.of("");

  @BeforeEach
  void fill() throws IOException {
    for (String name : List.of("System.Runtime.dll", "System.Linq.dll", "System.Console.dll")) {
      Files.copy(TestRuntime.directory().resolve(name), folder.resolve(name));
    }
    Files.copy(TestAssembly.DEMO.path(), folder.resolve("Demo.dll"));
    Files.copy(TestRuntime.nativeDlls().get(0), folder.resolve("native.dll"));
  }

  private Outcome bench(String... options) {
    List<String> arguments = new ArrayList<>(List.of("bench", "metadata", folder.toString()));
    arguments.addAll(List.of("--rounds", "1", "--warm-up", "0"));
    arguments.addAll(List.of(options));
    return BenchRun.prove(arguments.toArray(String[]::new));
  }

  @Test
  void works_ofBothSides_giveTheSameAnswers() {
    Outcome outcome = bench("--tsv", "--works", WORKS).expect(ExitCode.OK).expectSilence();
    List<List<String>> rows = outcome.rows();
    assertEquals(
        WORKS + ",retained,retained-named,allocated",
        rows.stream().map(row -> row.get(0)).collect(Collectors.joining(",")));
    for (List<String> row : rows) {
      assertEquals(5, row.size(), row::toString);
      // The retained heap of a few files is lost in the noise.
      assertTrue(Long.parseLong(row.get(1)) > 0 || row.get(2).isEmpty(), row::toString);
    }
  }

  @Test
  void table_forPeople_namesEachWorkWithItsRatio() {
    List<String> lines = bench("--works", "open").expect(ExitCode.OK).expectSilence().lines();
    assertTrue(lines.get(1).startsWith("open every file"), lines::toString);
    assertTrue(lines.get(1).contains(" ms "), lines::toString);
  }
}
