// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.given;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The output and the end of another JVM of the same kind as this one.
 *
 * @param exitCode 0 if all was well
 * @param output both its streams
 */
public record ChildJvm(int exitCode, String output) {

  /** Runs {@code java} with these arguments, to its end. */
  public static ChildJvm run(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new ChildJvm(process.waitFor(), output);
  }
}
