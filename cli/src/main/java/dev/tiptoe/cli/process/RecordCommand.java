// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.process;

import dev.tiptoe.bridge.launch.AgentSettings;
import dev.tiptoe.bridge.launch.DotnetRuntime;
import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.bridge.launch.LaunchException;
import dev.tiptoe.bridge.launch.Recording;
import dev.tiptoe.bridge.launch.RuntimeSettings;
import dev.tiptoe.cli.option.EngineOptions;
import dev.tiptoe.cli.option.SamplingOptions;
import dev.tiptoe.cli.option.SnapshotOption;
import dev.tiptoe.cli.terminal.Problems;
import dev.tiptoe.cli.terminal.Terminal;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tiptoe record}: runs a program with the agent inside. */
@Command(
    name = "record",
    exitCodeOnInvalidInput = RecordCommand.FAILED,
    mixinStandardHelpOptions = true,
    description = {
      "Runs COMMAND with the agent inside and writes its trace to FILE.",
      "",
      "COMMAND is any program that hosts CoreCLR; one that ends in .dll is run on the runtime that"
          + " 'tiptoe runtime' prints. SIGINT and SIGTERM are passed on to it.",
      "",
      "Exit code: COMMAND's; 125 when the recording fails, 126 when COMMAND cannot be executed, 127"
          + " when there is no such command."
    })
public final class RecordCommand implements Callable<Integer> {

  /** The exit code for a failure of the recording, by the convention of shells. */
  public static final int FAILED = 125;

  private static final int NOT_EXECUTABLE = 126;
  private static final int NOT_FOUND = 127;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      required = true,
      description = "The trace to write; must not exist.")
  private Path out = Path.of("");

  @Mixin private SamplingOptions sampling = new SamplingOptions();

  @Mixin private SnapshotOption snapshots = new SnapshotOption();

  @Mixin private EngineOptions engine = new EngineOptions();

  @Option(
      names = "--suspended",
      description =
          "Makes the runtime wait at a diagnostic port and load the agent from there, so that no"
              + " environment variable names a profiler.")
  private boolean suspended;

  @Option(
      names = "--replace-profiler",
      description =
          "Records although the environment names another profiler (CORECLR_PROFILER), which"
              + " COMMAND then runs without.")
  private boolean replaceProfiler;

  @Parameters(
      paramLabel = "COMMAND [ARG…]",
      arity = "1..*",
      description = "The program and its arguments, after --.")
  private List<String> command = List.of();

  private final Terminal terminal;

  public RecordCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    String program = command.get(0);
    boolean assembly = program.toLowerCase(Locale.ROOT).endsWith(".dll");
    int refused = assembly ? unreadable(Path.of(program)) : unexecutable(program);
    if (refused != 0) {
      String why = refused == NOT_FOUND ? "no such command" : "cannot be executed";
      terminal.note(program + ": " + why);
      return refused;
    }
    Optional<String> other = new RuntimeSettings(System.getenv()).profiler();
    if (other.isPresent() && !replaceProfiler) {
      terminal.note(
          other.get()
              + " is another profiler, and a runtime loads one; --replace-profiler records without"
              + " it");
      return FAILED;
    }
    other.ifPresent(profiler -> terminal.note(profiler + " is replaced"));
    try {
      Installation installation = Installation.current();
      List<String> full = assembly ? onRuntime(installation) : command;
      SignalRelay relay = new SignalRelay();
      Recording recording =
          suspended
              ? Recording.startSuspended(installation, full, out, this::settings)
              : Recording.start(installation, full, out, this::settings);
      int status = relay.await(recording.process());
      if (!Files.exists(recording.trace())) {
        terminal.note(out + " was not written: " + unrecorded(program));
        return status == 0 ? FAILED : status;
      }
      SamplingNote.say(recording.trace(), terminal);
      return status;
    } catch (LaunchException | IOException e) {
      terminal.note(Problems.describe(e));
      return FAILED;
    }
  }

  private static String unrecorded(String program) {
    boolean ahead =
        places(program).filter(Files::isExecutable).findFirst().filter(NativeAot::is).isPresent();
    return ahead
        ? program + " was compiled ahead of time (NativeAOT), so no CoreCLR runs in it"
        : "no CoreCLR ran in " + program + ", or it accepted no profiler";
  }

  private AgentSettings settings(AgentSettings ofTrace) {
    AgentSettings sampled =
        ofTrace.sampleEvery(sampling.period()).engine(engine.engine()).kernel(engine.kernel());
    return sampling.duty().map(sampled::duty).orElse(sampled).snapshotsAt(snapshots.callbacks());
  }

  private List<String> onRuntime(Installation installation) {
    DotnetRuntime runtime =
        DotnetRuntime.find(installation, System.getenv())
            .orElseThrow(
                () -> new LaunchException("no .NET runtime here to run " + command.get(0)));
    return runtime.command(
        Path.of(command.get(0)).toAbsolutePath(), command.subList(1, command.size()));
  }

  private static int unreadable(Path assembly) {
    return !Files.exists(assembly)
        ? NOT_FOUND
        : Files.isRegularFile(assembly) && Files.isReadable(assembly) ? 0 : NOT_EXECUTABLE;
  }

  /**
   * Returns the exit code with which a shell refuses to start a program, 126 or 127; 0 when it
   * would start it.
   */
  private static int unexecutable(String program) {
    List<Path> places = places(program).filter(Files::exists).toList();
    if (places.isEmpty()) {
      return NOT_FOUND;
    }
    boolean executable =
        places.stream().anyMatch(file -> Files.isRegularFile(file) && Files.isExecutable(file));
    return executable ? 0 : NOT_EXECUTABLE;
  }

  private static Stream<Path> places(String program) {
    if (program.contains(File.separator)) {
      return Stream.of(Path.of(program));
    }
    String path = System.getenv().getOrDefault("PATH", "");
    return Arrays.stream(path.split(File.pathSeparator, -1))
        .map(folder -> Path.of(folder, program));
  }
}
