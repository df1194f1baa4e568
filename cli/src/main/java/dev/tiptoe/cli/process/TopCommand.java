// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.process;

import dev.tiptoe.bridge.attach.Attach;
import dev.tiptoe.bridge.attach.AttachOutcome;
import dev.tiptoe.bridge.attach.AttachOutcome.Attached;
import dev.tiptoe.bridge.attach.AttachRequest;
import dev.tiptoe.bridge.attach.Attachment;
import dev.tiptoe.bridge.control.AgentStatus;
import dev.tiptoe.bridge.control.ControlClient;
import dev.tiptoe.bridge.control.ControlException;
import dev.tiptoe.bridge.process.LinuxProcess;
import dev.tiptoe.cli.option.SamplingOptions;
import dev.tiptoe.cli.terminal.ExitCode;
import dev.tiptoe.cli.terminal.StyledLine;
import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.trace.TraceReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tiptoe top}: shows what a running process does, until the user has seen enough. */
@Command(
    name = "top",
    mixinStandardHelpOptions = true,
    description = {
      "Attaches the agent to a running .NET process and shows each second what it does: the hottest"
          + " methods and threads, what it loads, and what the agent costs it. Ctrl-C detaches the"
          + " agent, and the program goes on.",
      "",
      "now is the share of the samples since the last picture, all that since the beginning; a thread"
          + " that waits is sampled too. Where standard output is no terminal, the pictures are plain"
          + " text, with an empty line after each.",
      "",
      "Exit code: as of attach."
    })
public final class TopCommand implements Callable<Integer> {

  /** The trace is of no use afterwards. */
  private static final long MOST_BYTES = 1L << 30;

  @Parameters(paramLabel = "PID", description = "The process.")
  private long pid;

  @Option(
      names = "--every",
      paramLabel = "TIME",
      defaultValue = "1s",
      description = "Time between two pictures. Default: ${DEFAULT-VALUE}.")
  private Duration every = Duration.ofSeconds(1);

  @Option(
      names = "--for",
      paramLabel = "TIME",
      description = "How long to watch, such as 10s. Default: until the process ends.")
  private Optional<Duration> time = Optional.empty();

  @Option(names = "--once", description = "Print one picture as plain text.")
  private boolean once;

  @Mixin private SamplingOptions sampling = new SamplingOptions();

  private final Terminal terminal;

  public TopCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    Path folder = Files.createTempDirectory("tiptoe-top-");
    Path trace = folder.resolve(pid + ".tiptoe");
    try {
      return watch(trace);
    } finally {
      Files.deleteIfExists(trace);
      Files.deleteIfExists(folder);
    }
  }

  private int watch(Path trace) throws IOException {
    Stopping stopping = Stopping.atSignals();
    stopping.endBy(() -> AttachedAgent.giveUp(pid, terminal));
    AttachRequest request =
        new AttachRequest(
            LinuxProcess.of(pid),
            trace,
            sampling.period(),
            sampling.duty(),
            false,
            Set.of(),
            OptionalLong.of(MOST_BYTES),
            AttachRequest.PATIENCE);
    AttachOutcome outcome = stopping.interrupting(() -> Attach.to(request));
    if (!(outcome instanceof Attached attached)) {
      terminal.note(pid + ": " + outcome.inWords());
      return ExitCode.NO;
    }
    try (Attachment attachment = attached.attachment();
        Pictures pictures = new Pictures(attachment.trace())) {
      return new AttachedAgent(attachment, pictures, stopping, terminal).follow(time)
          ? ExitCode.OK
          : ExitCode.BAD_INPUT;
    }
  }

  /** Shows a picture each time when it is due. */
  private final class Pictures implements AttachedAgent.Watcher, AutoCloseable {

    private final Session session = new Session();
    private final TopCounts counts = new TopCounts();
    private final TopPicture picture;
    private final TraceReader reader;
    private final boolean plain = once || !terminal.screen().showsResults();
    private Optional<Terminal.Pictures> screen = Optional.empty();
    private long last = System.nanoTime();

    Pictures(Path trace) throws IOException {
      // Session and counts each take all facts.
      reader = TraceReader.open(trace);
      picture = new TopPicture(pid, counts, id -> session.now().nameOf(id));
    }

    @Override
    public RuntimeFeed feed() {
      return session.feed();
    }

    @Override
    public boolean polled() throws IOException {
      var ignored = reader.poll(counts);
      long now = System.nanoTime();
      if (now - last < every.toNanos()) {
        return true;
      }
      double seconds = (now - last) / 1e9;
      last = now;
      if (plain) {
        List<StyledLine> lines = picture.draw(status(), seconds, TopPicture.PLAIN_HEIGHT);
        lines.forEach(line -> terminal.line(line.toString()));
        terminal.line("");
        terminal.flushResults();
      } else {
        if (screen.isEmpty()) {
          screen = Optional.of(terminal.pictures());
        }
        screen.get().show(picture.draw(status(), seconds, terminal.screen().height()));
      }
      return !once;
    }

    private Optional<AgentStatus> status() {
      try {
        return Optional.of(ControlClient.of(pid).status());
      } catch (ControlException e) {
        return Optional.empty();
      }
    }

    @Override
    public void ending() {
      screen.ifPresent(Terminal.Pictures::close);
      screen = Optional.empty();
    }

    @Override
    public void close() throws IOException {
      ending();
      reader.close();
    }
  }
}
