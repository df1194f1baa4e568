// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import dev.tiptoe.bridge.launch.Installation;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The attacker's program: {@code tiptoe-hostile}, whose source is in {@code
 * native-bridge/src/test/cpp}. Not thread-safe.
 */
final class Hostile implements AutoCloseable {

  private static final Path BUILT =
      Installation.current().home().resolve("native-bridge/target/cpp/test");

  private final Process process;
  private final BufferedReader said;

  /** Starts it; it is at work when this returns. */
  Hostile(RunAs runAs, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(BUILT.resolve("tiptoe-hostile").toString()));
    command.addAll(List.of(arguments));
    process =
        new ProcessBuilder(runAs.wrap(command))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    said = process.inputReader(StandardCharsets.UTF_8);
    String first = said.readLine();
    if (!"ready".equals(first)) {
      process.destroyForcibly();
      throw new AssertionError("nothing hostile: " + first);
    }
  }

  /** A library that prints a line when it is loaded. */
  static Path planted() {
    return BUILT.resolve("libtiptoe-planted.so");
  }

  long pid() {
    return process.pid();
  }

  /** Ends it, and returns the lines that it has printed. */
  List<String> end() {
    try {
      process.outputWriter(StandardCharsets.UTF_8).close();
      return said.lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
