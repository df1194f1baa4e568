// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.command;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.cli.terminal.ExitCode;
import dev.tiptoe.testdata.command.Outcome;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The arguments that {@code prove bench agent} refuses. */
class BenchAgentCommandTest {

  static Outcome bench(String works, String... more) {
    String[] arguments = {"bench", "agent", "--rounds", "1", "--warm-up", "0", "--works", works};
    String[] all = Arrays.copyOf(arguments, arguments.length + more.length);
    System.arraycopy(more, 0, all, arguments.length, more.length);
    return BenchRun.prove(all);
  }

  @Test
  void work_thatThereIsNone_isAUsageError() {
    assertTrue(bench("dream").expect(ExitCode.USAGE).err().contains("dream"));
  }
}
