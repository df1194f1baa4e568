// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.command;

import dev.tiptoe.testdata.Repository;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs a script of the repository as a process. */
public final class Script {

  private Script() {}

  /**
   * Runs a script in the current folder, and returns its output, errors among it.
   *
   * @param path the script, from the repository's root
   * @throws AssertionError if its exit code is not 0; the message has the output
   */
  public static String run(String path, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Repository.existing(path, "it is part of the repository").toString());
    command.addAll(List.of(arguments));
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getOutputStream().close();
      String output = output(process);
      int status = process.waitFor();
      if (status != 0) {
        throw new AssertionError(path + " ended with " + status + ":\n" + output);
      }
      return output;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(path + " was interrupted", e);
    }
  }

  private static String output(Process process) throws IOException {
    try (InputStream in = process.getInputStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Returns the folder that a module's build writes to; the current folder is the module's. */
  static Path build() {
    return Path.of("target").toAbsolutePath();
  }
}
