// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.attach;

import dev.tiptoe.bridge.border.Border;
import dev.tiptoe.bridge.border.Target;
import dev.tiptoe.bridge.control.ControlClient;
import dev.tiptoe.bridge.process.LinuxProcess;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.trace.TraceReader;
import dev.tiptoe.trace.TraceState;
import dev.tiptoe.trace.TraceStatistics;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * The agent in a process that it was attached to, and the trace that it writes.
 *
 * <p>Mutable, for one thread. Holds a child process and the trace, and memory as {@link
 * TraceReader} does, until it is closed; closing it does not make the agent leave.
 */
public final class Attachment implements AutoCloseable {

  /** A detach is answered when the agent's threads have ended. */
  private static final Duration TO_AGREE = Duration.ofSeconds(5);

  private final LinuxProcess process;
  private final long startTime;
  private final Target target;
  private final AgentTraceFile file;
  private final TraceReader reader;
  private final ControlClient agent;
  private final String library;

  Attachment(
      LinuxProcess process,
      long startTime,
      Border border,
      Target target,
      AgentTraceFile file,
      String library)
      throws IOException {
    this.library = library.substring(library.lastIndexOf('/') + 1);
    this.process = process;
    this.startTime = startTime;
    this.target = target;
    this.file = file;
    // By a target of its own: the one that copies may have been killed by the process's user.
    this.agent = ControlClient.through(border.agentOf(process, startTime)).within(TO_AGREE);
    file.copy();
    this.reader = TraceReader.open(file.readable());
  }

  /** The process. */
  public LinuxProcess process() {
    return process;
  }

  /** The trace. */
  public Path trace() {
    return file.readable();
  }

  /**
   * Where the agent writes, as the process sees it, if that is another file than the trace: what
   * could not be copied is still there.
   */
  public Optional<Path> agentsFile() {
    return Optional.of(file.seen()).filter(seen -> !seen.equals(file.readable()));
  }

  /** Whether the process still runs; a later one of the same number is another one. */
  public boolean isAlive() {
    try {
      return process.isAlive() && process.startTime() == startTime;
    } catch (IOException e) {
      return false;
    }
  }

  /** Whether the process has ended, or has the agent's library no longer mapped. */
  public boolean hasAgentLeft() {
    try {
      return !isAlive() || process.mappedFiles(library).isEmpty();
    } catch (IOException e) {
      return !isAlive();
    }
  }

  /**
   * Tells {@code feed} what the agent has written since. Where much is to be copied it brings a
   * part of it, see {@link #isComplete}.
   *
   * @throws TraceLimitException when the agent has written more than the trace may have
   * @throws IOException when the trace cannot be read, or not be written
   */
  public TraceState poll(RuntimeFeed feed) throws IOException {
    file.copy();
    return reader.poll(feed);
  }

  /** Whether the last {@link #poll} left nothing behind. */
  public boolean isComplete() {
    return file.isComplete();
  }

  /** What was found in the trace so far. */
  public TraceStatistics statistics() {
    return reader.statistics();
  }

  /**
   * Asks the agent to leave the process, which goes on without it; the trace's end then comes.
   *
   * @throws IOException when it does not agree, and why
   */
  public void detach() throws IOException {
    var ignored = agent.detach();
  }

  /**
   * Ends the copying of the trace, whatever it waits for: the process's user can make that long.
   * What waits then fails, and so does every later {@link #poll}. May be called by any thread.
   */
  public void stopCopying() {
    target.close();
  }

  /**
   * Removes the file that the agent wrote in the process's own temporary folder, if there is one:
   * for when all of it was copied, or the rest is not wanted.
   */
  public void removeAgentsFile() throws IOException {
    file.removeTheAgents();
  }

  /** Ends the looking. What the agent wrote and nobody has copied stays where it wrote it. */
  @Override
  public void close() throws IOException {
    try (target;
        file) {
      reader.close();
    }
  }
}
