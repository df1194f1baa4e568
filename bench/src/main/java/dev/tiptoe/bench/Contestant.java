// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench;

import dev.tiptoe.bridge.launch.LaunchException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A process that does works on request, one after the other; it ends when there are no more
 * requests. Not thread-safe.
 */
public final class Contestant implements AutoCloseable {

  /** In seconds. */
  private static final int PATIENCE = 60;

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

  /** Starts a process, and passes its standard error on to this process's. */
  static Contestant start(String name, List<String> command) throws IOException {
    return start(name, command, Map.of());
  }

  /** Starts a process with additional environment variables. */
  public static Contestant start(String name, List<String> command, Map<String, String> environment)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    Process process = builder.start();
    ErrorRelay.of(process);
    return new Contestant(name, process);
  }

  /** Returns the operating system's ID of the process. */
  public long pid() {
    return process.pid();
  }

  /** Sends a request and waits for the answer. */
  public String ask(String question) {
    try {
      questions.write(question + "\n");
      questions.flush();
      return line(question);
    } catch (IOException e) {
      // It has ended, which is the same.
      throw ended(question);
    }
  }

  /** Reads a line that comes without a request; {@code what} names it for the exception. */
  public String line(String what) throws IOException {
    String answer = answers.readLine();
    if (answer == null) {
      throw ended(what);
    }
    return answer;
  }

  private LaunchException ended(String what) {
    return new LaunchException(name + " ended during the request " + what);
  }

  /**
   * Sends no more requests and waits until the process has ended; kills it when it does not end.
   */
  public void end() throws IOException {
    questions.close();
    try {
      if (!process.waitFor(PATIENCE, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new LaunchException(name + " does not end");
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new LaunchException("interrupted");
    }
    if (process.exitValue() != 0) {
      throw new LaunchException(name + " ended with status " + process.exitValue());
    }
  }

  /**
   * Kills the process. A stopped process would not react to a weaker signal before it is resumed.
   */
  @Override
  public void close() {
    process.destroyForcibly();
  }
}
