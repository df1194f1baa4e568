// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import dev.tiptoe.testdata.TestAssembly;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tiptoe record} and {@code attach} on a terminal. */
class RecordScreenTest extends RecordScreenFixture {

  private static final String DEMO = TestAssembly.DEMO.path().toString();

  @TempDir private Path folder = Path.of("");

  @Test
  void samplingThatWasPostponed_isSaidAtTheEndOfARecording() throws IOException {
    String file = folder.resolve("a.tiptoe").toString();
    try (PseudoTerminal terminal = new PseudoTerminal(300, 24)) {
      Process recorder =
          start(
              terminal,
              "record",
              "--out",
              file,
              "--sample-every",
              "1ms",
              "--duty",
              "0.1",
              "--",
              DEMO,
              "2");
      terminal.await(recorder, lines -> shows(lines, POSTPONED));
    }
  }
}
