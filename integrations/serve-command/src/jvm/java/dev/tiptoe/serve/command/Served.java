// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.command;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A process whose output is read line by line.
 *
 * @param process what was started
 * @param notes its standard output and standard error
 */
record Served(Process process, BufferedReader notes) implements AutoCloseable {

  /**
   * Restores the default action of signals that a build in the background ignores: a JVM never
   * receives signals that were ignored at its start.
   */
  private static final List<String> RECEIVING_SIGNALS =
      List.of("/usr/bin/env", "--default-signal=INT,TERM");

  /** Starts {@code tiptoe-serve} with these arguments. */
  static Served with(List<String> arguments) throws IOException {
    List<String> options =
        new ArrayList<>(List.of("-Xlog:disable", "--enable-native-access=ALL-UNNAMED"));
    options.addAll(List.of("-cp", System.getProperty("java.class.path")));
    options.add(TiptoeServe.class.getName());
    options.addAll(arguments);
    return java(options);
  }

  /** Starts a JVM with these options. */
  static Served java(List<String> options) throws IOException {
    List<String> command = new ArrayList<>(RECEIVING_SIGNALS);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    return new Served(process, process.inputReader(StandardCharsets.UTF_8));
  }

  /** Waits for a line with these words, which must come before its end; returns it. */
  String noted(String words) throws IOException {
    StringBuilder before = new StringBuilder();
    for (String line = notes.readLine(); line != null; line = notes.readLine()) {
      if (line.contains(words)) {
        return line;
      }
      before.append(line).append('\n');
    }
    throw new AssertionError("it ended without " + words + ":\n" + before);
  }

  /** Sends it SIGTERM. (The process itself would close the streams, too.) */
  void terminate() {
    process.toHandle().destroy();
  }

  /** Waits for its end, and returns its exit code. */
  int status() {
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Kills it. */
  @Override
  public void close() {
    process.destroyForcibly();
  }
}
