// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.bench;

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
 * A process that does works one after the other, each when it is asked to; it ends when nothing
 * more is asked. For one thread.
 */
public final class Contestant implements AutoCloseable {

  /** Seconds. */
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

  /** Starts a process, whose standard error is passed on to ours. */
  static Contestant start(String name, List<String> command) throws IOException {
    return start(name, command, Map.of());
  }

  /** The same, with variables that its environment has beside ours. */
  public static Contestant start(String name, List<String> command, Map<String, String> environment)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    Process process = builder.start();
    ErrorRelay.of(process);
    return new Contestant(name, process);
  }

  /** The operating system's ID of the process. */
  public long pid() {
    return process.pid();
  }

  /** Its answer to a question, when it has one. */
  public String ask(String question) {
    try {
      questions.write(question + "\n");
      questions.flush();
      return line(question);
    } catch (IOException e) {
      // It is no longer there to listen, which is the same.
      throw ended(question);
    }
  }

  /** What it says without being asked; {@code what} that is, is for the exception. */
  public String line(String what) throws IOException {
    String answer = answers.readLine();
    if (answer == null) {
      throw ended(what);
    }
    return answer;
  }

  private LaunchException ended(String what) {
    return new LaunchException(name + " ended while it was asked for " + what);
  }

  /** Asks no more and waits until it has ended by itself; a process that does not is killed. */
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

  /** Kills it: a process that was stopped would not hear a gentler word before it goes on. */
  @Override
  public void close() {
    process.destroyForcibly();
  }
}
