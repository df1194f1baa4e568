// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.testdata.command.Outcome;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A {@code tiptoe} in a process of its own, for what cannot be seen from inside: signals,
 * environments, pipes, class paths.
 */
final class Child {

  /** For a process that hangs; nothing here takes a tenth of it. */
  private static final long DEADLINE_SECONDS = 120;

  /**
   * Restores the default action of signals that a build in the background ignores: a JVM never
   * receives signals that were ignored at its start.
   */
  private static final List<String> RECEIVING_SIGNALS =
      List.of("/usr/bin/env", "--default-signal=INT,TERM");

  private final ProcessBuilder builder;

  private Child(List<String> command) {
    builder = new ProcessBuilder(new ArrayList<>(command));
    // Neither is there where the tests must run: they use the runtime that the build fetches.
    builder.environment().remove("DOTNET_ROOT");
    builder.environment().put("PATH", "/no/such/folder");
  }

  /** The command with these arguments. */
  static Child tiptoe(String... arguments) {
    return tiptoe(entry -> true, arguments);
  }

  /** The command with these arguments, and only the entries of the class path that are wanted. */
  static Child tiptoe(Predicate<Path> wanted, String... arguments) {
    String path =
        classPath().stream()
            .filter(wanted)
            .map(Path::toString)
            .collect(Collectors.joining(File.pathSeparator));
    // What the manifest of the command's jar says.
    List<String> options = new ArrayList<>(List.of("--enable-native-access=ALL-UNNAMED"));
    options.addAll(List.of("-cp", path, Tiptoe.class.getName()));
    options.addAll(List.of(arguments));
    return java(options);
  }

  /** A JVM with these options, which end with what it runs and the arguments for that. */
  static Child java(List<String> options) {
    return new Child(javaCommand(options));
  }

  /** The command that starts such a JVM. */
  static List<String> javaCommand(List<String> options) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of("-Xlog:disable", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", tiptoeHome()));
    command.addAll(options);
    return command;
  }

  /** Any command. */
  static Child of(String... command) {
    return new Child(List.of(command));
  }

  /** What this JVM's classes were loaded from. */
  static List<Path> classPath() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .filter(entry -> !entry.isEmpty())
        .map(Path::of)
        .toList();
  }

  private static String tiptoeHome() {
    return "-Dtiptoe.home=" + System.getProperty("tiptoe.home");
  }

  /** Checks that it receives signals. */
  Child receivingSignals() {
    builder.command().addAll(0, RECEIVING_SIGNALS);
    return this;
  }

  /** Runs it as another user or in other namespaces. */
  Child as(RunAs runAs) {
    builder.command(runAs.wrap(builder.command()));
    return this;
  }

  Child with(Map<String, String> environment) {
    builder.environment().putAll(environment);
    return this;
  }

  Child in(Path folder) {
    builder.directory(folder.toFile());
    return this;
  }

  /** Returns what starts it, for a test that has streams of its own for it. */
  ProcessBuilder builder() {
    return builder;
  }

  /** Lets it run to its end. */
  Outcome outcome() {
    return start().outcome();
  }

  /** Starts it; its standard input is empty. */
  Running start() {
    try {
      Path out = Files.createTempFile("child", ".out");
      Path err = Files.createTempFile("child", ".err");
      builder
          .redirectInput(new File("/dev/null"))
          .redirectOutput(out.toFile())
          .redirectError(err.toFile());
      return new Running(builder.start(), out, err);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * It runs, until it has ended or this is closed.
   *
   * @param process what was started
   * @param out where its standard output goes
   * @param err where its standard error goes
   */
  record Running(Process process, Path out, Path err) implements AutoCloseable {

    /** Lets it run to its end, which it must come to by itself. */
    Outcome outcome() {
      try {
        boolean ended = process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS);
        assertTrue(ended, "it does not end");
        return new Outcome(process.exitValue(), text(out), noted());
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      } finally {
        close();
      }
    }

    /** Whether this, and nothing else, is on its standard output now. */
    boolean hasSaid(String wanted) {
      return text(out).equals(wanted);
    }

    /** Whether its standard error has these words in it now. */
    boolean hasNoted(String words) {
      return noted().contains(words);
    }

    /** Whether it has not ended. */
    boolean isRunning() {
      return process.isAlive();
    }

    /** What is on its standard error now. */
    String noted() {
      return text(err);
    }

    /** Waits until something is true that it brings about; it must not end before. */
    void await(Condition condition) {
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
      try {
        while (!condition.holds()) {
          boolean ended = process.waitFor(5, TimeUnit.MILLISECONDS);
          assertTrue(!ended && System.nanoTime() < deadline, () -> "in vain: " + noted());
        }
      } catch (IOException | InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    /** Kills it, and what it has started. */
    @Override
    public void close() {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      for (Path file : List.of(out, err)) {
        try {
          Files.deleteIfExists(file);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }

    private static String text(Path file) {
      try {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Something that may become true. */
  interface Condition {
    boolean holds() throws IOException;
  }
}
