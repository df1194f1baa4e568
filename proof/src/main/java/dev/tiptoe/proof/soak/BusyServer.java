// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.soak;

import dev.tiptoe.bridge.launch.DotnetRuntime;
import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.bridge.launch.LaunchException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/**
 * The program Dockyard, and a client that sends requests without a pause and checks every answer.
 *
 * <p>Thread-safe; has two threads of its own.
 */
final class BusyServer implements AutoCloseable {

  private static final int STATUS = 30;
  private static final int AT_ONCE = 4;
  private static final int NUMBERS = 1001;
  private static final Duration TO_AN_ANSWER = Duration.ofSeconds(60);
  private static final String FIRST_WORD = "open";
  private static final String LAST_WORD = "closed";
  private static final int LAST_LINES = 20;

  private final Process process;
  private final Path errors;
  private final BufferedReader answers;
  private final Writer requests;
  private final Semaphore unanswered = new Semaphore(AT_ONCE);
  private final AtomicLong answered = new AtomicLong();
  private final Thread client;
  private final Thread checker;
  private volatile boolean over;
  private volatile boolean closed;
  private volatile String problem = "";

  private BusyServer(Process process, Path errors) {
    this.process = process;
    this.errors = errors;
    this.answers = process.inputReader(StandardCharsets.UTF_8);
    this.requests = process.outputWriter(StandardCharsets.UTF_8);
    this.client = new Thread(this::ask, "soak-client");
    this.checker = new Thread(this::check, "soak-checker");
  }

  /**
   * Starts it, with a folder of its own for temporary files and its standard error.
   *
   * @param gcStress additional collections: the value of {@code DOTNET_GCStress}
   * @throws LaunchException when it does not run
   */
  static BusyServer start(
      Installation installation, DotnetRuntime runtime, Path folder, Optional<String> gcStress)
      throws IOException {
    Path dll = installation.home().resolve("testdata/assemblies/Dockyard/Dockyard.dll");
    ProcessBuilder builder = new ProcessBuilder(runtime.command(dll, List.of()));
    builder.environment().put("TMPDIR", folder.toString());
    builder.environment().put("COMPlus_GCgen0size", "40000");
    gcStress.ifPresent(level -> builder.environment().put("COMPlus_GCStress", level));
    // .NET Core 3.1 then looks for threads in callbacks every 5 s, like later runtimes.
    builder.environment().put("COMPlus_ProfAPI_DetachMaxSleepMs", "1388");
    Path errors = folder.resolve("errors");
    BusyServer server = new BusyServer(builder.redirectError(errors.toFile()).start(), errors);
    if (!FIRST_WORD.equals(server.answers.readLine())) {
      server.close();
      throw new LaunchException(dll + " does not run" + server.lastWords());
    }
    server.client.start();
    server.checker.start();
    return server;
  }

  long pid() {
    return process.pid();
  }

  /** Returns how many requests were answered correctly. */
  long answered() {
    return answered.get();
  }

  /** Returns the first problem with an answer. */
  Optional<String> problem() {
    return Optional.of(problem).filter(text -> !text.isEmpty());
  }

  private void ask() {
    try (requests) {
      for (int n = 0; !over; n = (n + 7) % NUMBERS) {
        if (!unanswered.tryAcquire(TO_AN_ANSWER.toSeconds(), TimeUnit.SECONDS)) {
          problem = "no answer within " + TO_AN_ANSWER.toSeconds() + " s";
          return;
        }
        requests.write(n + "\n");
        requests.flush();
      }
    } catch (IOException e) {
      problem = over ? problem : "it takes no requests any more: " + e.getMessage();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void check() {
    try {
      for (String line = answers.readLine(); line != null; line = answers.readLine()) {
        if (line.equals(LAST_WORD)) {
          closed = true;
        } else if (isRight(line)) {
          answered.incrementAndGet();
          unanswered.release();
        } else {
          problem = "a wrong answer: " + line;
        }
      }
    } catch (UncheckedIOException | IOException e) {
      problem = "it gives no answers any more: " + e.getMessage();
    }
  }

  private static boolean isRight(String line) {
    int space = line.indexOf(' ');
    try {
      long n = Long.parseLong(line.substring(0, Math.max(0, space)));
      return line.equals(n + " " + n * (n + 1) / 2);
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /** Ends it; returns the problem with its end, if there is one. */
  Optional<String> end() throws InterruptedException {
    over = true;
    client.join(TO_AN_ANSWER.toMillis());
    if (!process.waitFor(TO_AN_ANSWER.toSeconds(), TimeUnit.SECONDS)) {
      return Optional.of("it does not end");
    }
    checker.join(TO_AN_ANSWER.toMillis());
    if (process.exitValue() != STATUS || !closed) {
      return Optional.of("it ended with status " + process.exitValue() + lastWords());
    }
    return unanswered.availablePermits() == AT_ONCE
        ? problem()
        : Optional.of("it left requests without an answer");
  }

  /** Returns the end of its standard error: a runtime that crashes says where. */
  private String lastWords() {
    try {
      List<String> lines = Files.readAllLines(errors, StandardCharsets.UTF_8);
      return lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()).stream()
          .map(line -> System.lineSeparator() + "    " + line)
          .collect(Collectors.joining());
    } catch (IOException e) {
      return "; what it said cannot be read: " + e.getMessage();
    }
  }

  @Override
  public void close() {
    over = true;
    process.destroyForcibly();
  }
}
