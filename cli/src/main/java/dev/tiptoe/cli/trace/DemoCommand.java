// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.trace;

import dev.tiptoe.bridge.launch.DotnetRuntime;
import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.bridge.launch.LaunchException;
import dev.tiptoe.bridge.launch.Recording;
import dev.tiptoe.bridge.launch.SamplingEngine;
import dev.tiptoe.cli.process.SignalRelay;
import dev.tiptoe.cli.terminal.ExitCode;
import dev.tiptoe.cli.terminal.Terminal;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code tiptoe demo}: records a small .NET program and shows what the trace contains. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description = "Records a small .NET program on a real runtime and prints what the trace shows.")
public final class DemoCommand implements Callable<Integer> {

  /** Perf events stop nothing; where they are refused, the agent suspends less often than this. */
  private static final Duration SAMPLE_EVERY = Duration.ofMillis(2);

  /** In less time there may be no samples to show. */
  private static final Duration SHORTEST = Duration.ofSeconds(1);

  @Option(
      names = "--for",
      paramLabel = "TIME",
      defaultValue = "5s",
      description = "How long the program runs. Default: ${DEFAULT-VALUE}.")
  private Duration time = Duration.ofSeconds(5);

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description =
          "The trace to write; must not exist. Default: demo.tiptoe in the working directory, with a"
              + " number where that name is taken. The page is in the working directory, named"
              + " after the trace.")
  private Optional<Path> out = Optional.empty();

  @Spec private @Nullable CommandSpec spec;

  private final Terminal terminal;

  public DemoCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    if (time.compareTo(SHORTEST) < 0) {
      throw new ParameterException(
          Objects.requireNonNull(spec).commandLine(), "--for: the demo takes at least 1s");
    }
    Installation installation = Installation.current();
    DotnetRuntime runtime = DotnetRuntime.requireFetched(installation);
    Path program = installation.demo();
    Path trace = out.orElseGet(DemoCommand::freshTrace);
    List<String> command = runtime.command(program, List.of(seconds()));
    SignalRelay relay = new SignalRelay();
    Recording recording =
        Recording.start(installation, command, trace, SAMPLE_EVERY, SamplingEngine.PERF);
    terminal.note("recording Demo.dll, a small harbour, on " + runtime.directory().getFileName());
    int status = relay.await(recording.process());
    if (status != 0 || !Files.exists(trace)) {
      throw new LaunchException("the demo program ended with status " + status);
    }
    new DemoReport(terminal, Trace.read(trace, terminal)).print();
    return ExitCode.OK;
  }

  /** Returns the time as the program takes it. */
  private String seconds() {
    return BigDecimal.valueOf(time.toNanos(), 9).toPlainString();
  }

  /**
   * Returns {@code demo.tiptoe} here, or the next name with a number that is free: a trace is never
   * overwritten.
   */
  private static Path freshTrace() {
    Path trace = Path.of("demo.tiptoe");
    for (int i = 2; Files.exists(trace); i++) {
      trace = Path.of("demo-" + i + ".tiptoe");
    }
    return trace;
  }
}
