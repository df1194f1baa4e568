// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.verify;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Describes the end of a process: its exit code, and the messages that it or its JVM left behind.
 */
final class DeathNotice {

  /** The name of the file with its standard error. */
  static final String STDERR = "stderr";

  /** The name of the file that its JVM wrote when it crashed. */
  static final String JVM_ERROR = "hs_err.log";

  private static final int FIRST_SIGNAL = 128;
  private static final String FRAME = "# Problematic frame:";

  private DeathNotice() {}

  /** Returns one line about a process that ended with that code and had that folder. */
  static String of(int exitCode, Path folder) {
    String cause = crash(lines(folder.resolve(JVM_ERROR)));
    if (cause.isEmpty()) {
      cause =
          lines(folder.resolve(STDERR)).stream()
              .filter(line -> !line.contains("VM warning:"))
              .findFirst()
              .orElse("");
    }
    String end =
        exitCode > FIRST_SIGNAL
            ? "killed by signal " + (exitCode - FIRST_SIGNAL)
            : "ended with exit code " + exitCode;
    return cause.isEmpty() ? end : end + ": " + cause;
  }

  /** Returns the signal and the frame from a JVM's error file; empty when there is none. */
  private static String crash(List<String> file) {
    String signal =
        file.stream()
            .filter(line -> line.startsWith("#  "))
            .map(line -> line.substring(1).trim())
            .findFirst()
            .orElse("");
    int frame = file.indexOf(FRAME) + 1;
    return frame == 0 || frame == file.size()
        ? signal
        : signal + ", in " + file.get(frame).substring(1).trim();
  }

  private static List<String> lines(Path file) {
    if (!Files.isRegularFile(file)) {
      return List.of();
    }
    // Latin-1 reads any bytes; what matters here is ASCII.
    try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
      return lines.filter(line -> !line.isBlank()).toList();
    } catch (IOException e) {
      return List.of();
    }
  }
}
