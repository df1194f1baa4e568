// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.process;

import dev.tiptoe.bridge.attach.Attach;
import dev.tiptoe.bridge.attach.AttachOutcome;
import dev.tiptoe.bridge.attach.AttachOutcome.Attached;
import dev.tiptoe.bridge.attach.AttachRequest;
import dev.tiptoe.bridge.attach.Attachment;
import dev.tiptoe.bridge.process.LinuxProcess;
import dev.tiptoe.cli.option.EngineOptions;
import dev.tiptoe.cli.option.SamplingOptions;
import dev.tiptoe.cli.option.SizeConverter;
import dev.tiptoe.cli.option.SnapshotOption;
import dev.tiptoe.cli.terminal.ExitCode;
import dev.tiptoe.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tiptoe attach}: attaches the agent to a running process, and follows its trace. */
@Command(
    name = "attach",
    mixinStandardHelpOptions = true,
    description = {
      "Attaches the agent to a running .NET process and writes its trace to FILE, until the process"
          + " ends, TIME is over, or Ctrl-C; then the agent is detached and the program goes on.",
      "",
      "'tiptoe ps' lists the processes that can be attached to.",
      "",
      "Exit code: 1 when the agent cannot be attached, 3 when there is no such process, the trace"
          + " or the agent's library cannot be created, the trace cannot be written to its end, or"
          + " the agent cannot be detached. When the agent stays, a line says so, and how to"
          + " detach it."
    })
public final class AttachCommand implements Callable<Integer> {

  @Parameters(paramLabel = "PID", description = "The process.")
  private long pid;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "The trace to write; must not exist. Default: PID.tiptoe.")
  private Optional<Path> out = Optional.empty();

  @Option(
      names = "--for",
      paramLabel = "TIME",
      description = "How long the agent stays, such as 10s. Default: until the process ends.")
  private Optional<Duration> time = Optional.empty();

  @Mixin private SamplingOptions sampling = new SamplingOptions();

  @Mixin private EngineOptions engine = new EngineOptions();

  @Option(
      names = "--probe",
      description =
          "Look up in the runtime which types were published before; only on runtimes tested for"
              + " it.")
  private boolean probe;

  @Mixin private SnapshotOption snapshots = new SnapshotOption();

  @Option(
      names = "--max-size",
      paramLabel = "SIZE",
      converter = SizeConverter.class,
      description =
          "How large FILE may grow, such as 500M or 2G; then the agent is detached. Default: a"
              + " quarter of the free space where it is.")
  private Optional<Long> maxSize = Optional.empty();

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      defaultValue = "10s",
      description =
          "How long to wait for the runtime, in each of two tries. Default: ${DEFAULT-VALUE}.")
  private Duration timeout = AttachRequest.PATIENCE;

  private final Terminal terminal;

  public AttachCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    Path file = out.orElseGet(() -> Path.of(pid + ".tiptoe"));
    Stopping stopping = Stopping.atSignals();
    stopping.endBy(() -> AttachedAgent.giveUp(pid, terminal));
    AttachOutcome outcome = stopping.interrupting(() -> Attach.to(request(file)));
    if (!(outcome instanceof Attached attached)) {
      terminal.note(pid + ": " + outcome.inWords());
      return AttachedAgent.exitCode(outcome);
    }
    try (Attachment attachment = attached.attachment()) {
      terminal.note("attached to " + pid + "; " + file + " is being written");
      boolean isWhole = new AttachedAgent(attachment, stopping, terminal).follow(time);
      SamplingNote.say(file, attachment.statistics(), terminal);
      return isWhole ? ExitCode.OK : ExitCode.BAD_INPUT;
    }
  }

  private AttachRequest request(Path file) {
    OptionalLong most = maxSize.map(OptionalLong::of).orElseGet(OptionalLong::empty);
    return new AttachRequest(
        LinuxProcess.of(pid),
        file,
        sampling.period(),
        sampling.duty(),
        engine.engine(),
        engine.kernel(),
        probe,
        snapshots.callbacks(),
        most,
        timeout);
  }
}
