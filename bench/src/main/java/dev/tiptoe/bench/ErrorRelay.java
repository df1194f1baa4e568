// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Passes on the standard error of a process, line by line. It goes to {@link System#err}, where the
 * command escapes it; the process itself would write to the terminal directly.
 */
final class ErrorRelay {

  private ErrorRelay() {}

  /** Passes on until the process closes it. */
  static void of(Process process) {
    Thread relay = new Thread(() -> pass(process.errorReader(StandardCharsets.UTF_8)), "stderr");
    relay.setDaemon(true);
    relay.start();
  }

  private static void pass(BufferedReader lines) {
    try (lines) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        System.err.println(line);
      }
    } catch (IOException e) {
      // It was killed.
    }
  }
}
