// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import dev.tiptoe.bridge.attach.Attach;
import dev.tiptoe.bridge.attach.AttachOutcome;
import dev.tiptoe.bridge.attach.AttachOutcome.Attached;
import dev.tiptoe.bridge.attach.AttachRequest;
import dev.tiptoe.bridge.attach.Attachment;
import dev.tiptoe.bridge.diagnostics.Deadline;
import dev.tiptoe.bridge.diagnostics.LinuxProcess;
import dev.tiptoe.bridge.launch.SnapshotCallback;
import dev.tiptoe.bridge.trace.TraceState;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tiptoe attach}: gets the agent into a process that runs, and follows its trace. */
@Command(
    name = "attach",
    mixinStandardHelpOptions = true,
    description = {
      "Gets the agent into a .NET process that runs, and writes what it sees to FILE, until the"
          + " process ends, TIME is over, or Ctrl-C; then the agent leaves and the program goes on.",
      "",
      "'tiptoe ps' lists the processes that can be attached to.",
      "",
      "Exit code: 1 when the agent cannot be attached, 3 when the trace or the agent has no place,"
          + " or the agent does not leave."
    })
final class AttachCommand implements Callable<Integer> {

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);
  private static final Duration TO_LEAVE = Duration.ofSeconds(30);

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
      description = "How long the agent stays, such as 10s; without it, to the end.")
  private Optional<Duration> time = Optional.empty();

  @Option(
      names = "--sample-every",
      paramLabel = "TIME",
      defaultValue = "10ms",
      description =
          "Time between two looks at the stacks, such as 10ms or 1s; 0 for none. Default: ${DEFAULT-VALUE}.")
  private Duration sampleEvery = Duration.ofMillis(10);

  @Option(
      names = "--duty",
      paramLabel = "PERCENT",
      converter = DutyConverter.class,
      description =
          "The share of the time that the program may be paused, such as 1 or 0.5. Default: 1.")
  private Optional<Integer> duty = Optional.empty();

  @Option(
      names = "--probe",
      description =
          "Ask the runtime which types were published before; runtimes that are known for it only.")
  private boolean probe;

  @Option(
      names = "--snapshot-at",
      paramLabel = "CALLBACK",
      split = ",",
      converter = SnapshotCallbackConverter.class,
      description =
          "Note the stack of each thread that is in it, too: ModuleLoadFinished, ClassLoadFinished,"
              + " JITCompilationFinished; several with commas.")
  private Set<SnapshotCallback> snapshotsAt = Set.of();

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      defaultValue = "10s",
      description =
          "How long the runtime is waited for, each of two times. Default: ${DEFAULT-VALUE}.")
  private Duration timeout = AttachRequest.PATIENCE;

  private final Terminal terminal;

  AttachCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    Path file = out.orElseGet(() -> Path.of(pid + ".tiptoe"));
    CountDownLatch interrupted = new CountDownLatch(1);
    Interrupts.to(interrupted::countDown);
    AttachOutcome outcome =
        Attach.to(
            new AttachRequest(
                LinuxProcess.of(pid), file, sampleEvery, duty, probe, snapshotsAt, timeout));
    if (!(outcome instanceof Attached attached)) {
      terminal.note(pid + ": " + outcome.words());
      return ExitCode.NO;
    }
    try (Attachment attachment = attached.attachment()) {
      terminal.note("attached to " + pid + "; " + file + " is being written");
      return follow(attachment, interrupted) ? ExitCode.OK : ExitCode.BAD_INPUT;
    }
  }

  /** Follows the trace to its end; whether it came as it should. */
  private boolean follow(Attachment attachment, CountDownLatch interrupted) throws IOException {
    Deadline stay = Deadline.in(time.orElse(Duration.ofDays(10_000)));
    while (!hasEnded(attachment)) {
      if (stay.isOver() || await(interrupted)) {
        return leave(attachment);
      }
    }
    return true;
  }

  private boolean leave(Attachment attachment) throws IOException {
    try {
      attachment.detach();
    } catch (IOException e) {
      boolean ended = hasEnded(attachment);
      if (!ended) {
        terminal.note("the agent stays in " + pid + ": " + e.getMessage());
      }
      return ended;
    }
    Deadline deadline = Deadline.in(TO_LEAVE);
    while (!hasEnded(attachment)) {
      if (deadline.isOver()) {
        terminal.note("the agent has not left " + pid + " yet; it will, by itself");
        return false;
      }
      boolean ignored = await(new CountDownLatch(1));
    }
    return true;
  }

  private static boolean hasEnded(Attachment attachment) throws IOException {
    boolean alive = attachment.isAlive();
    TraceState state = attachment.poll(new RuntimeFeed() {});
    return state.ended() || !alive;
  }

  private static boolean await(CountDownLatch interrupted) {
    try {
      return interrupted.await(BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }
}
