// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.bench;

import dev.tiptoe.bridge.launch.LaunchException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A process that does works one after the other, each when it is asked to; it ends when nothing
 * more is asked. For one thread.
 */
final class Contestant implements AutoCloseable {

  private final String name;
  private final Process process;
  private final Writer questions;
  private final BufferedReader answers;

  private Contestant(String name, Process process) {
    this.name = name;
    this.process = process;
    questions = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
    answers =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /** Starts a process, whose standard error is ours. */
  static Contestant start(String name, List<String> command) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    return new Contestant(name, builder.start());
  }

  /** Its answer to a question, when it has one. */
  String ask(String question) {
    try {
      questions.write(question + "\n");
      questions.flush();
      String answer = answers.readLine();
      if (answer != null) {
        return answer;
      }
    } catch (IOException e) {
      // It is no longer there to listen, which is the same.
    }
    throw new LaunchException(name + " ended while it was asked for " + question);
  }

  @Override
  public void close() {
    process.destroy();
  }
}
