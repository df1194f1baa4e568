// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The command, and behind its messages the most memory that the process had resident, in KiB: heap,
 * buffers, and pages of mapped files.
 */
final class PeakMemory {

  private static final Path STATUS = Path.of("/proc/self/status");

  private PeakMemory() {}

  /** Runs the command that {@code arguments} name. */
  public static void main(String[] arguments) throws IOException {
    int status = Tiptoe.run(arguments, System.in, System.out, System.err);
    System.err.println(
        Files.readAllLines(STATUS).stream()
            .filter(line -> line.startsWith("VmHWM:"))
            .map(line -> line.replaceAll("\\D", ""))
            .findFirst()
            .orElseThrow());
    System.exit(status);
  }
}
