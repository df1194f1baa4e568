// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.witness.typeload;

import dev.tiptoe.bridge.launch.DotnetRuntime;
import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.bridge.launch.LaunchException;
import dev.tiptoe.bridge.launch.Recording;
import dev.tiptoe.cli.witness.Program;
import dev.tiptoe.cli.witness.Testimony;
import dev.tiptoe.cli.witness.Witness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The witness that is the runtime's own record: it writes down every load of a type while the agent
 * records the same run. Immutable.
 *
 * <p>The record begins before the runtime has a first type, and ends a little before the agent's.
 */
public final class TypeLoadEvents implements Witness {

  private static final Duration TO_ITS_END = Duration.ofMinutes(3);
  private static final Duration BETWEEN_SAMPLES = Duration.ofMillis(5);

  /** Nothing is lost while the writer keeps up with that. */
  private static final String BUFFER_MEGABYTES = "512";

  /** Before .NET 5. */
  private static final Testimony SILENT =
      new Testimony(
          Source.START_UP.inWords(),
          0,
          0,
          Optional.empty(),
          Optional.empty(),
          Map.of("not asked: this runtime writes no such record", 1L),
          List.of());

  private final UnaryOperator<TypeLoads> memory;

  /** Puts the whole record beside the claims. */
  public TypeLoadEvents() {
    this(UnaryOperator.identity());
  }

  /** Puts another record beside the claims: one with other loads must deny some. */
  TypeLoadEvents(UnaryOperator<TypeLoads> memory) {
    this.memory = memory;
  }

  @Override
  public String name() {
    return "TypeLoad events";
  }

  @Override
  public List<Testimony> examine(Installation installation, DotnetRuntime runtime, Program program)
      throws IOException {
    Path folder = Files.createTempDirectory("tiptoe-witness");
    try {
      Path trace = folder.resolve("trace");
      Path record = folder.resolve("record");
      ProcessBuilder builder = new ProcessBuilder(program.command(runtime));
      Map<String, String> environment = builder.environment();
      environment.putAll(Recording.environment(installation.agent(), trace, BETWEEN_SAMPLES));
      environment.put("DOTNET_SYSTEM_GLOBALIZATION_INVARIANT", "1");
      environment.put("DOTNET_EnableEventPipe", "1");
      environment.put("DOTNET_EventPipeOutputPath", record.toString());
      environment.put("DOTNET_EventPipeCircularMB", BUFFER_MEGABYTES);
      environment.put("DOTNET_EventPipeConfig", TypeLoads.PROVIDER);
      builder.redirectErrorStream(true).redirectOutput(folder.resolve("output").toFile());
      runToItsEnd(builder.start(), program);
      return Files.exists(record)
          ? new Examination(trace, memory.apply(TypeLoads.read(record))).conduct()
          : List.of(SILENT);
    } finally {
      delete(folder);
    }
  }

  private static void runToItsEnd(Process process, Program program) {
    try {
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

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
