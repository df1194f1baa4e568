// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.command;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.cli.terminal.ExitCode;
import dev.tiptoe.testdata.command.Outcome;
import org.junit.jupiter.api.Test;

/** The arguments that {@code prove bench page} refuses. */
class BenchPageCommandTest {

  @Test
  void stacks_tooFew_areAUsageError() {
    Outcome outcome = BenchRun.prove("bench", "page", "--stacks", "999").expect(ExitCode.USAGE);
    assertTrue(outcome.err().contains("'999' is not from 1000 to 99999999"), outcome.err());
  }
}
