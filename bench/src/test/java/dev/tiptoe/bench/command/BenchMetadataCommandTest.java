// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.cli.terminal.ExitCode;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.command.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The arguments that {@code prove bench metadata} refuses. */
class BenchMetadataCommandTest {

  @TempDir private Path folder = Path.of("");

  @ParameterizedTest
  @CsvSource({"--rounds,0", "--rounds,-1", "--rounds,9999999999", "--warm-up,-1"})
  void rounds_thatAreNone_areAUsageError(String option, String rounds) {
    Outcome outcome = BenchRun.prove("bench", "metadata", option, rounds).expect(ExitCode.USAGE);
    assertTrue(outcome.err().contains("'" + rounds + "' is not a number of rounds"), outcome.err());
  }

  @Test
  void folder_withoutFiles_isRefusedBeforeAnythingStarts() throws IOException {
    Files.copy(TestAssembly.DEMO.path(), folder.resolve("Demo.dll"));
    for (String[] wrong :
        new String[][] {
          {folder.resolve("nope").toString(), "not a folder"},
          {folder.resolve("Demo.dll").toString(), "not a folder"},
          {
            Files.createDirectory(folder.resolve("none")).toString(),
            "no .NET file is in this folder"
          }
        }) {
      Outcome outcome = BenchRun.prove("bench", "metadata", wrong[0]).expect(ExitCode.BAD_INPUT);
      assertEquals("prove: " + wrong[0] + ": " + wrong[1] + "\n", outcome.err());
    }
  }

  @Test
  void work_thatThereIsNone_isAUsageError() {
    assertTrue(
        BenchRun.prove("bench", "metadata", "--works", "dream")
            .expect(ExitCode.USAGE)
            .err()
            .contains("dream"));
  }
}
