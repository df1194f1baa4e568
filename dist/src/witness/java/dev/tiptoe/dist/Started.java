// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.dist;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.testdata.command.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs programs to their end. */
final class Started {

  /** For what hangs: a release is built in a tenth of it. */
  private static final long MINUTES = 60;

  private Started() {}

  /** Runs a command with this environment and no other. */
  static Outcome in(Path folder, Map<String, String> environment, List<String> command) {
    try {
      Path out = Files.createTempFile("started", ".out");
      Path err = Files.createTempFile("started", ".err");
      ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
      builder.environment().clear();
      builder.environment().putAll(environment);
      Process process =
          builder
              .redirectInput(Path.of("/dev/null").toFile())
              .redirectOutput(out.toFile())
              .redirectError(err.toFile())
              .start();
      try {
        assertTrue(process.waitFor(MINUTES, TimeUnit.MINUTES), () -> command + " does not end");
        return new Outcome(process.exitValue(), Files.readString(out), Files.readString(err));
      } finally {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        Files.delete(out);
        Files.delete(err);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Runs a tool of this JDK, in the environment of this process. */
  static Outcome jdk(Path folder, String tool, List<String> arguments) {
    String path = Path.of(System.getProperty("java.home"), "bin", tool).toString();
    List<String> command = new java.util.ArrayList<>(List.of(path));
    command.addAll(arguments);
    return in(folder, System.getenv(), command);
  }
}
