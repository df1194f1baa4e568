// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.testdata.command.Outcome;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/**
 * One JVM that runs {@code tiptoe} again and again, as one user, each within a bound: quicker than
 * a JVM for each, and unlike this one elsewhere. For one thread.
 *
 * <p>A line of its input has the arguments of a command, with tabs between; a line of its output
 * the exit code, and what was said on both streams, in Base64.
 */
final class CommandLoop implements AutoCloseable {

  /** The greatest duration of any command, on a busy machine. */
  static final int BOUND_SECONDS = 60;

  private static final String LAST_OF_A_DUMP = "JNI global refs";
  private static final Duration TO_DUMP = Duration.ofSeconds(10);

  private final Process process;
  private final BufferedReader answers;
  private final Writer requests;
  private final Path err;

  /**
   * Starts it.
   *
   * @param temporary its own temporary files, as it sees the folder
   */
  CommandLoop(RunAs runAs, String temporary) throws IOException {
    String path =
        Child.classPath().stream()
            .map(Path::toString)
            .collect(Collectors.joining(File.pathSeparator));
    List<String> options = new ArrayList<>(List.of("-XX:+DisplayVMOutputToStderr"));
    options.addAll(List.of("-XX:-UsePerfData", "-Djava.io.tmpdir=" + temporary));
    options.addAll(List.of("-cp", path, CommandLoop.class.getName()));
    err = Files.createTempFile("loop", ".err");
    ProcessBuilder builder = new ProcessBuilder(runAs.wrap(Child.javaCommand(options)));
    builder.environment().put("PATH", "/no/such/folder");
    process = builder.redirectError(err.toFile()).start();
    answers = process.inputReader(StandardCharsets.UTF_8);
    requests = process.outputWriter(StandardCharsets.UTF_8);
  }

  /** Runs a command, which must come to its end within the bound. */
  Outcome run(String... arguments) {
    String command = String.join(" ", arguments);
    try {
      requests.write(String.join("\t", arguments) + "\n");
      requests.flush();
      String answer = answerTo(command);
      String[] fields = answer.split("\t", -1);
      assertTrue(fields.length == 3, () -> command + " ended the JVM: " + answer + said());
      return new Outcome(Integer.parseInt(fields[0]), decoded(fields[1]), decoded(fields[2]));
    } catch (IOException e) {
      throw new AssertionError(command + said(), e);
    }
  }

  private String answerTo(String command) throws IOException {
    try {
      return CompletableFuture.supplyAsync(this::readAnswer).get(BOUND_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new AssertionError(command + " does not end:\n" + stacks(), e);
    } catch (InterruptedException | ExecutionException e) {
      throw new AssertionError(command + said(), e);
    }
  }

  /** Whether something has become true before a time is over. */
  boolean await(Child.Condition condition, Duration bound) throws IOException {
    long deadline = System.nanoTime() + bound.toNanos();
    try {
      while (!condition.holds()) {
        boolean ended = process.waitFor(5, TimeUnit.MILLISECONDS);
        if (ended || System.nanoTime() > deadline) {
          return false;
        }
      }
      return true;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Whether it has started processes that are still there. */
  boolean hasChildren() {
    return process.descendants().findAny().isPresent();
  }

  private String readAnswer() {
    try {
      return String.valueOf(answers.readLine());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String decoded(String text) {
    return new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8);
  }

  /** Where its threads are. */
  private String stacks() throws IOException {
    Outcome ignored = Child.of("/bin/sh", "-c", "kill -QUIT " + process.pid()).outcome();
    return await(() -> said().contains(LAST_OF_A_DUMP), TO_DUMP) ? said() : "no stacks" + said();
  }

  private String said() {
    try {
      return ": " + Files.readString(err);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    Files.deleteIfExists(err);
  }

  /** Runs the commands of its input. */
  public static void main(String[] ignored) throws IOException {
    PrintStream answers = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    // Nothing else gets between the answers.
    System.setOut(System.err);
    var requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = requests.readLine(); line != null; line = requests.readLine()) {
      Outcome outcome = TiptoeRun.tiptoe(line.split("\t", -1));
      answers.println(
          outcome.status() + "\t" + encoded(outcome.out()) + "\t" + encoded(outcome.err()));
    }
  }

  private static String encoded(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
