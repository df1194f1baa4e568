// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tiptoe record} and {@code attach} on a terminal. */
@Tag("quarter-3")
class RecordScreenWitnessTest extends RecordScreenFixture {

  @TempDir private Path folder = Path.of("");

  @Test
  void samplingThatWasPostponed_isSaidAtTheEndOfAnAttachment() throws IOException {
    String file = folder.resolve("a.tiptoe").toString();
    try (Attachable program = new Attachable(folder.toRealPath());
        PseudoTerminal terminal = new PseudoTerminal(300, 24)) {
      Process attached =
          start(
              terminal,
              "attach",
              Long.toString(program.pid()),
              "--out",
              file,
              "--for",
              "2s",
              "--sample-every",
              "1ms",
              "--duty",
              "0.1");
      terminal.await(attached, lines -> shows(lines, POSTPONED));
    }
  }
}
