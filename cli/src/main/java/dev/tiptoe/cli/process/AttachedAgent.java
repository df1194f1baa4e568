// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.process;

import dev.tiptoe.bridge.attach.AttachOutcome;
import dev.tiptoe.bridge.attach.AttachOutcome.Refused;
import dev.tiptoe.bridge.attach.Attachment;
import dev.tiptoe.bridge.attach.RefusalReason;
import dev.tiptoe.bridge.attach.TraceLimitException;
import dev.tiptoe.bridge.control.ControlException;
import dev.tiptoe.bridge.control.ControlException.Reason;
import dev.tiptoe.bridge.socket.Deadline;
import dev.tiptoe.cli.terminal.ExitCode;
import dev.tiptoe.cli.terminal.Problems;
import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The agent that {@code attach} brought into a process. However the attachment ends, the agent is
 * detached, or a line says that it stays. Not thread-safe.
 */
final class AttachedAgent {

  private static final Duration POLL_INTERVAL = Duration.ofMillis(100);
  private static final Duration TO_LEAVE = Duration.ofSeconds(30);
  private static final Duration TO_CONFIRM = Duration.ofSeconds(3);
  private static final Duration TO_BE_UNMAPPED = Duration.ofSeconds(10);
  private static final String LEFT = "the agent was asked to leave, and leaves";

  private static final long TO_SAY_MILLIS = 500;

  private final Attachment attachment;
  private final Watcher watcher;
  private final Stopping stopping;
  private final Terminal terminal;
  private final long pid;
  private boolean agreed;

  /** Takes in the trace while it is followed. */
  interface Watcher {

    /** Takes in what was only copied before. */
    Watcher NONE = new Watcher() {};

    /** Returns what takes the facts. */
    default RuntimeFeed feed() {
      return new RuntimeFeed() {};
    }

    /** Is called after each part of the trace; returns whether to go on. */
    default boolean polled() throws IOException {
      return true;
    }

    /** Is called before the agent leaves, and before messages about that. */
    default void ending() {}
  }

  AttachedAgent(Attachment attachment, Stopping stopping, Terminal terminal) {
    this(attachment, Watcher.NONE, stopping, terminal);
  }

  /** Creates one whose trace a watcher takes in. */
  AttachedAgent(Attachment attachment, Watcher watcher, Stopping stopping, Terminal terminal) {
    this.attachment = attachment;
    this.watcher = watcher;
    this.stopping = stopping;
    this.terminal = terminal;
    this.pid = attachment.process().pid();
  }

  /** Returns the exit code for an attach that was refused. */
  static int exitCode(AttachOutcome refused) {
    return refused instanceof Refused because && because.reason() == RefusalReason.NO_SUCH_PROCESS
        ? ExitCode.BAD_INPUT
        : ExitCode.NO;
  }

  /** Ends this process even if it is blocked, after a note about an agent that may stay. */
  static void giveUp(long pid, Terminal terminal) {
    giveUp(pid, terminal, () -> {});
  }

  /** The same, after something is done about the terminal. */
  static void giveUp(long pid, Terminal terminal, Runnable before) {
    String detach = "'tiptoe detach " + pid + "' detaches it";
    String words = "ended before it was certain that the agent has left " + pid + "; " + detach;
    // A terminal that accepts no output must not delay the end.
    CompletableFuture<Void> said =
        CompletableFuture.runAsync(before).thenRun(() -> terminal.note(words));
    var ignored =
        said.orTimeout(TO_SAY_MILLIS, TimeUnit.MILLISECONDS)
            .whenComplete((done, late) -> Runtime.getRuntime().halt(ExitCode.BAD_INPUT));
  }

  /**
   * Follows its trace until the process has ended, the time is over, or the user stops it; then
   * detaches the agent.
   *
   * @return whether the whole trace was read, and the agent has left
   */
  boolean follow(Optional<Duration> time) {
    Deadline stay = Deadline.in(time.orElse(Duration.ofDays(10_000)));
    stopping.unblockBy(attachment::stopCopying);
    try {
      while (!hasEnded()) {
        if (!watcher.polled() || stay.isOver() || stopping.await(POLL_INTERVAL)) {
          announceEnding();
          return leave() && awaitEnd();
        }
      }
      announceEnding();
      boolean whole = hasLeftAtTheEnd();
      if (agreed || whole) {
        removeAgentsFile();
      }
      return whole;
    } catch (IOException e) {
      announceEnding();
      terminal.note(Problems.describe(e));
      if (leave()) {
        settle(e);
      }
      return false;
    } catch (RuntimeException | Error e) {
      // The caller reports the failure; the agent is detached all the same.
      announceEnding();
      boolean ignored = leave();
      throw e;
    }
  }

  /**
   * Announces that the agent is being detached. A terminal that is gone must not keep the agent in
   * the process.
   */
  private void announceEnding() {
    try {
      watcher.ending();
    } catch (Terminal.OutputLost e) {
      // The end of the command reports it.
    }
  }

  /** Detaches the agent. Returns whether it accepted, or had left by itself. */
  private boolean leave() {
    if (agreed) {
      return true;
    }
    try {
      attachment.detach();
      agreed = true;
      return true;
    } catch (IOException e) {
      if (attachment.hasAgentLeft() || (hasDetached(e) && isEndRead())) {
        return true;
      }
      stays(Problems.describe(e));
      return false;
    }
  }

  private void stays(String why) {
    String detach = "'tiptoe detach " + pid + "' detaches it";
    terminal.note("the agent stays in " + pid + ": " + why + "; " + detach);
    attachment.agentsFile().ifPresent(file -> note("it writes", file));
  }

  /** A detached agent no longer listens, though its library may stay mapped for a while. */
  private static boolean hasDetached(IOException problem) {
    return problem instanceof ControlException refused
        && (refused.reason() == Reason.NO_AGENT || refused.reason() == Reason.NO_PROCESS);
  }

  private boolean isEndRead() {
    try {
      return hasEnded();
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Returns whether a trace with an end record is complete, and the agent has left. Since the
   * process itself can write an end record, an agent that still listens is detached.
   */
  private boolean hasLeftAtTheEnd() throws IOException {
    Deadline deadline = Deadline.in(TO_CONFIRM);
    while (!hasAgentLeft()) {
      try {
        attachment.detach();
        agreed = true;
        terminal.note(
            "the trace ended while the agent was still in the process; the agent is being"
                + " detached");
        awaitUnmapping();
        return false;
      } catch (IOException e) {
        if (hasDetached(e)) {
          awaitUnmapping();
          return true;
        }
        if (deadline.isOver() || stopping.await(POLL_INTERVAL)) {
          stays(Problems.describe(e));
          return false;
        }
      }
    }
    return true;
  }

  /** The agent's threads have ended; the runtime decides when to unmap its library. */
  private void awaitUnmapping() throws IOException {
    Deadline deadline = Deadline.in(TO_BE_UNMAPPED);
    while (!hasAgentLeft() && !deadline.isOver() && !stopping.await(POLL_INTERVAL)) {}
    if (!hasAgentLeft()) {
      terminal.note("the agent has ended; the runtime of " + pid + " has not unmapped it yet");
    }
  }

  private boolean hasAgentLeft() throws IOException {
    return stopping.interrupting(attachment::hasAgentLeft);
  }

  /** Waits until the agent has left and all of its trace was read. */
  private boolean awaitEnd() throws IOException {
    Deadline deadline = Deadline.in(TO_LEAVE);
    boolean left = hasAgentLeft();
    while (!hasEnded() && !(left && attachment.isComplete())) {
      if (deadline.isOver() || stopping.await(POLL_INTERVAL)) {
        terminal.note(
            left ? LEFT : "the agent has not left " + pid + " yet; it will leave without help");
        attachment.agentsFile().ifPresent(file -> note("the whole trace is in", file));
        return false;
      }
      left = hasAgentLeft();
    }
    removeAgentsFile();
    if (!hasEnded()) {
      terminal.note("the end of the trace cannot be found: it is damaged");
      return false;
    }
    return true;
  }

  /**
   * Reports that the agent has left after a failure to read the trace. Its file is removed when the
   * trace reached its maximum size, and kept when the copy could not be written.
   */
  private void settle(IOException problem) {
    terminal.note(LEFT);
    if (problem instanceof TraceLimitException) {
      removeAgentsFile();
    } else {
      attachment.agentsFile().ifPresent(file -> note("the whole trace is in", file));
    }
  }

  private void removeAgentsFile() {
    try {
      attachment.removeAgentsFile();
    } catch (IOException e) {
      attachment.agentsFile().ifPresent(file -> note("this file remains:", file));
    }
  }

  private void note(String what, Path file) {
    terminal.note(what + " " + file + ", as process " + pid + " sees it");
  }

  /** Returns whether the trace was read up to its end, or as far as it will ever be. */
  private boolean hasEnded() throws IOException {
    boolean alive = attachment.isAlive();
    boolean ended = attachment.poll(watcher.feed()).ended();
    return ended || (!alive && attachment.isComplete());
  }
}
