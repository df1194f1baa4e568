// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** What the tests of {@code RecordScreenTest} share, which stand by kind. */
abstract class RecordScreenFixture {

  static final String POSTPONED =
      "on average, not every 1.0 ms: the program was to be paused for at most 0.1% of the time"
          + " (--duty)";

  static boolean shows(List<String> lines, String words) {
    return String.join(" ", lines).contains(words);
  }

  static Process start(PseudoTerminal terminal, String... arguments) throws IOException {
    return terminal.start(
        Child.tiptoe(arguments)
            .receivingSignals()
            .with(Map.of("TERM", "xterm-256color"))
            .builder());
  }
}
