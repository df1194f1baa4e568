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
import dev.tiptoe.bridge.process.LinuxThread;
import dev.tiptoe.cli.option.EngineOptions;
import dev.tiptoe.cli.option.SamplingOptions;
import dev.tiptoe.cli.terminal.ExitCode;
import dev.tiptoe.cli.terminal.StyledLine;
import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.FrameDetail;
import dev.tiptoe.profile.FrameKind;
import dev.tiptoe.profile.MethodFrames;
import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.feed.AddressSample;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.trace.TraceReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tiptoe top}: shows what a running process does, until the user ends it. */
@Command(
    name = "top",
    mixinStandardHelpOptions = true,
    description = {
      "Attaches the agent to a running .NET process and shows each second what it does: the hottest"
          + " methods and threads, what it loads, and what the agent costs it. q or Ctrl-C detaches"
          + " the agent, and the program goes on; the space bar holds the picture.",
      "",
      "cpu is the processor time of the last ten seconds, in percent of one processor: each"
          + " thread's as the kernel counts it, divided among the samples of that thread, those of"
          + " processor time if it has any. samples is the share of the samples of wall-clock"
          + " time, and threads that wait have them too; with --cpu, of those of processor time."
          + " If standard output is no terminal, the pictures are plain text, with an empty line"
          + " after each.",
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

  @Mixin private EngineOptions engine = new EngineOptions();

  @Spec private @Nullable CommandSpec spec;

  private final Terminal terminal;

  /** The screen while it is taken. */
  private volatile Optional<Terminal.Pictures> screen = Optional.empty();

  public TopCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    if (every.isZero()) {
      throw new ParameterException(
          Objects.requireNonNull(spec).commandLine(), "--every: the time between pictures is 0");
    }
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
    stopping.endBy(
        () ->
            AttachedAgent.giveUp(
                pid, terminal, () -> screen.ifPresent(Terminal.Pictures::abandon)));
    AttachRequest request =
        new AttachRequest(
            LinuxProcess.of(pid),
            trace,
            sampling.period(),
            sampling.duty(),
            engine.engine(),
            engine.kernel(),
            false,
            Set.of(),
            OptionalLong.of(MOST_BYTES),
            AttachRequest.PATIENCE);
    AttachOutcome outcome = stopping.interrupting(() -> Attach.to(request));
    if (!(outcome instanceof Attached attached)) {
      terminal.note(pid + ": " + outcome.inWords());
      return AttachedAgent.exitCode(outcome);
    }
    try (Attachment attachment = attached.attachment();
        Pictures pictures = new Pictures(attachment.trace())) {
      boolean whole = new AttachedAgent(attachment, pictures, stopping, terminal).follow(time);
      if (!attachment.isAlive()) {
        terminal.note("process " + pid + " has ended");
      }
      return whole ? ExitCode.OK : ExitCode.BAD_INPUT;
    }
  }

  /** Names samples by the methods of a session. */
  private record SampleNames(MethodFrames frames) implements TopCounts.Names {

    @Override
    public Frame of(FunctionID method) {
      return frames.of(method);
    }

    @Override
    public Frame of(long at, AddressSample sample) {
      Frame frame = frames.innermost(at, sample);
      boolean isLibrary = frame.kind() == FrameKind.NATIVE && !frame.module().name().isEmpty();
      return isLibrary
          ? Frame.special("(native code of " + frame.module().name() + ")", FrameKind.NATIVE)
          : frame;
    }
  }

  /** Shows a picture each time when it is due. */
  private final class Pictures implements AttachedAgent.Watcher, AutoCloseable {

    private final Session session = new Session();
    private final MethodFrames frames = new MethodFrames(session, EnumSet.of(FrameDetail.SOURCE));
    private final TopCounts counts = new TopCounts(new SampleNames(frames));
    private final TopPicture picture;
    private final TraceReader reader;
    private final boolean plain = once || !terminal.screen().showsResults();
    private final AtomicBoolean suspending = new AtomicBoolean();
    private final Semaphore continued = new Semaphore(0);
    private long last = System.nanoTime();
    private boolean held;
    private long size;

    Pictures(Path trace) throws IOException {
      // Session and counts each take all facts.
      reader = TraceReader.open(trace);
      picture = new TopPicture(pid, counts);
      if (!plain) {
        Interrupts.on("TSTP", () -> suspending.set(true));
        Interrupts.on("CONT", continued::release);
      }
      counts.slice(0, threads());
    }

    @Override
    public RuntimeFeed feed() {
      return session.feed();
    }

    @Override
    public boolean polled() throws IOException {
      // What was read before: the session has read further since.
      frames.forgetAddresses();
      counts.name();
      var ignored = reader.poll(counts);
      long now = System.nanoTime();
      // On a busy machine all samples of the only picture may have been read just now.
      boolean tooSoon = once && counts.awaitNames();
      boolean due = !held && !tooSoon && now - last >= every.toNanos();
      if (due) {
        counts.slice(now - last, threads());
        picture.next(status(), (now - last) / 1e9);
        last = now;
      }
      if (plain) {
        if (due) {
          List<StyledLine> lines =
              picture.draw("Ctrl-C leaves it", Integer.MAX_VALUE, TopPicture.PLAIN_HEIGHT);
          lines.forEach(line -> terminal.line(line.toString()));
          terminal.line("");
          terminal.flushResults();
        }
        return !(due && once);
      }
      return onScreen(due);
    }

    private boolean onScreen(boolean due) throws IOException {
      boolean anew = screen.isEmpty();
      Terminal.Pictures pictures = screen.orElseGet(terminal::pictures);
      screen = Optional.of(pictures);
      if (suspending.getAndSet(false)) {
        suspend(pictures);
        anew = true;
      }
      boolean wasHeld = held;
      for (Optional<Character> key = pictures.key(); key.isPresent(); key = pictures.key()) {
        switch (Character.toLowerCase(key.get())) {
          case 'q' -> {
            return false;
          }
          case ' ' -> held = !held;
          default -> {}
        }
      }
      int height = terminal.screen().height();
      long nowSize = (long) height << 32 | terminal.screen().width();
      if (due || anew || nowSize != size || held != wasHeld) {
        size = nowSize;
        String hint =
            !pictures.takesKeys()
                ? "Ctrl-C leaves it"
                : held ? "held; space goes on, q leaves it" : "q leaves it";
        pictures.show(picture.draw(hint, terminal.screen().width(), height));
      }
      return true;
    }

    /** Stops this process. The kernel may stop it a little after the signal. */
    private void suspend(Terminal.Pictures pictures) throws IOException {
      pictures.leave();
      continued.drainPermits();
      Signals.send(ProcessHandle.current().pid(), Signals.STOP);
      continued.acquireUninterruptibly();
      pictures.enter();
    }

    private List<LinuxThread> threads() {
      try {
        return LinuxProcess.of(pid).threads();
      } catch (IOException e) {
        return List.of();
      }
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
      Optional<Terminal.Pictures> open = screen;
      screen = Optional.empty();
      open.ifPresent(Terminal.Pictures::close);
    }

    @Override
    public void close() throws IOException {
      ending();
      reader.close();
    }
  }
}
