// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;


import dev.tiptoe.testdata.TestAssembly;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tiptoe record} and {@code attach} on a terminal. */
@Tag("clr")
class RecordScreenTest {

  private static final String DEMO = TestAssembly.DEMO.path().toString();
  private static final String POSTPONED =
      "on average, not every 1.0 ms: the program was to be paused for at most 0.1% of the time"
          + " (--duty)";

  @TempDir private Path folder = Path.of("");

  private static boolean shows(List<String> lines, String words) {
    return String.join(" ", lines).contains(words);
  }

  private static Process start(PseudoTerminal terminal, String... arguments) throws IOException {
    return terminal.start(
        Child.tiptoe(arguments)
            .receivingSignals()
            .with(Map.of("TERM", "xterm-256color"))
            .builder());
  }

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

  @Tag("witness")
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
