// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.typeload;

import dev.tiptoe.bridge.launch.DotnetRuntime;
import dev.tiptoe.bridge.launch.LaunchException;
import dev.tiptoe.proof.truth.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A run of a program in which the runtime records every load of a type. It keeps a folder with all
 * files of the run until it is closed. Not thread-safe.
 */
public final class RecordedRun implements AutoCloseable {

  private static final Duration TO_ITS_END = Duration.ofMinutes(3);

  /** Nothing is lost as long as the writer keeps up with this size. */
  private static final String BUFFER_MEGABYTES = "512";

  private final Path folder;

  private RecordedRun(Path folder) {
    this.folder = folder;
  }

  /**
   * Runs a program to its end.
   *
   * @throws LaunchException when it ends unexpectedly
   * @throws IOException when it cannot be started
   */
  public static RecordedRun of(DotnetRuntime runtime, Program program, Companion companion)
      throws IOException {
    RecordedRun run = new RecordedRun(Files.createTempDirectory("tiptoe-witness"));
    try {
      run.toItsEnd(runtime, program, companion);
      return run;
    } catch (LaunchException | IOException e) {
      run.close();
      throw e;
    }
  }

  private void toItsEnd(DotnetRuntime runtime, Program program, Companion companion)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(program.command(runtime));
    Map<String, String> environment = builder.environment();
    environment.putAll(companion.environment(folder));
    environment.put("DOTNET_SYSTEM_GLOBALIZATION_INVARIANT", "1");
    environment.put("DOTNET_EnableEventPipe", "1");
    environment.put("DOTNET_EventPipeOutputPath", record().toString());
    environment.put("DOTNET_EventPipeCircularMB", BUFFER_MEGABYTES);
    environment.put(
        "DOTNET_EventPipeConfig",
        Stream.concat(Stream.of(TypeLoads.PROVIDER), companion.providers().stream())
            .collect(Collectors.joining(",")));
    builder.redirectErrorStream(true).redirectOutput(outputIn(folder).toFile());
    Process process = builder.start();
    try {
      companion.keep(process, folder);
      process.getOutputStream().close();
      if (!process.waitFor(TO_ITS_END.toSeconds(), TimeUnit.SECONDS)) {
        throw new LaunchException(program.name() + " does not end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LaunchException(program.name() + ": interrupted");
    } finally {
      process.destroyForcibly();
    }
    if (process.exitValue() != program.status()) {
      throw new LaunchException(program.name() + " ended with status " + process.exitValue());
    }
  }

  /** Returns the file of the program's output, standard error included. */
  static Path outputIn(Path folder) {
    return folder.resolve("output");
  }

  /** Returns the folder of all files; {@link Companion} may write its own there. */
  public Path folder() {
    return folder;
  }

  /**
   * Returns the loads of the run; empty where the runtime writes no such record, before .NET 5.
   *
   * @throws LaunchException when the record is incomplete
   */
  public Optional<TypeLoads> loads() throws IOException {
    return Files.exists(record()) ? Optional.of(TypeLoads.read(record())) : Optional.empty();
  }

  private Path record() {
    return folder.resolve("record");
  }

  /** Deletes all files of the run. */
  @Override
  public void close() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /** Accompanies a program while it runs. */
  public interface Companion {

    /**
     * Returns additional variables for the program's environment.
     *
     * @param folder a folder for files
     */
    Map<String, String> environment(Path folder);

    /**
     * Returns additional providers for the runtime's record, each as {@code NAME:KEYWORDS:LEVEL}.
     */
    default List<String> providers() {
      return List.of();
    }

    /**
     * Called once the program has started; may take as long as it runs. Afterwards the program's
     * input ends.
     *
     * @throws IOException when the companion fails
     */
    default void keep(Process process, Path folder) throws IOException, InterruptedException {}
  }
}
