// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.cli.terminal.ExitCode;
import dev.tiptoe.testdata.command.Outcome;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The arguments that {@code prove bench process} refuses. */
class BenchProcessCommandTest {

  @TempDir private Path folder = Path.of("");

  @Test
  void folder_withoutFiles_isRefusedBeforeAnythingStarts() {
    Outcome outcome =
        BenchRun.prove("bench", "process", folder.toString()).expect(ExitCode.BAD_INPUT);
    assertEquals("prove: " + folder + ": no .NET file is in this folder\n", outcome.err());
  }

  @Test
  void work_thatThereIsNone_isAUsageError() {
    List<String> arguments = List.of("bench", "process", folder.toString(), "--works", "dream");
    Outcome outcome = BenchRun.prove(arguments.toArray(String[]::new)).expect(ExitCode.USAGE);
    assertTrue(outcome.err().contains("there is no work called dream"), outcome::err);
  }
}
