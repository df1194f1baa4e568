// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.verify;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A running {@link WitnessMain}, or another program with the same protocol. Not thread-safe.
 *
 * <p>It is ended if it is silent for too long.
 */
final class WitnessProcess implements AutoCloseable {

  /** The process has ended; the message has the reason, as far as it is known. */
  static final class GoneException extends Exception {
    private static final long serialVersionUID = 1;

    GoneException(String reason) {
      super(reason);
    }
  }

  /** The mark for the end: no message is an empty line. */
  private static final String END = "";

  /** The beginning of lines in which a JVM reports a crash, which it prints here too. */
  private static final String JVM = "#";

  private final Process process;
  private final Path folder;
  private final Duration patience;
  private final BufferedWriter requests;
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

  /**
   * Starts a process.
   *
   * @param folder a folder of its own for files that it leaves when it dies; deleted in the end
   * @param patience how long it may be silent while an answer is expected
   */
  WitnessProcess(ProcessBuilder builder, Path folder, Duration patience) throws IOException {
    this.folder = folder;
    this.patience = patience;
    process = builder.redirectError(folder.resolve(DeathNotice.STDERR).toFile()).start();
    requests =
        new BufferedWriter(
            new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
    Thread reader = new Thread(this::read, "messages of the CLR's process");
    reader.setDaemon(true);
    reader.start();
  }

  private void read() {
    try (var from =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      from.lines().filter(line -> !line.equals(END) && !line.startsWith(JVM)).forEach(lines::add);
    } catch (IOException | UncheckedIOException e) {
      // This counts as its end, which the waiting thread will examine.
    }
    lines.add(END);
  }

  /** Sends it a message. */
  void send(WitnessMessage message) throws GoneException {
    try {
      requests.write(message.line());
      requests.newLine();
      requests.flush();
    } catch (IOException e) {
      throw gone();
    }
  }

  /** Returns its next message. */
  WitnessMessage next() throws GoneException {
    try {
      String line = lines.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
      if (line == null) {
        throw new GoneException("no answer for " + patience.toMillis() + " ms");
      }
      if (line.equals(END)) {
        throw gone();
      }
      return WitnessMessage.parse(line);
    } catch (IllegalArgumentException e) {
      throw new GoneException("it sent an invalid message: " + e.getMessage());
    } catch (InterruptedException e) {
      throw interrupted();
    }
  }

  private GoneException gone() {
    try {
      return process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)
          ? new GoneException(DeathNotice.of(process.exitValue(), folder))
          : new GoneException("it has closed its input or output");
    } catch (InterruptedException e) {
      return interrupted();
    }
  }

  private static GoneException interrupted() {
    Thread.currentThread().interrupt();
    return new GoneException("interrupted");
  }

  /** Returns the process. */
  Process process() {
    return process;
  }

  /** Ends it, and deletes its files. */
  @Override
  public void close() throws IOException {
    process.destroyForcibly();
    for (String file : List.of(DeathNotice.STDERR, DeathNotice.JVM_ERROR)) {
      Files.deleteIfExists(folder.resolve(file));
    }
    Files.deleteIfExists(folder);
  }
}
