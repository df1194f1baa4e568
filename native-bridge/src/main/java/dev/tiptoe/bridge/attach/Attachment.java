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
 * <p>Mutable, not thread-safe. Holds a child process, the open trace, and memory as {@link
 * TraceReader} does, until it is closed. Closing it does not detach the agent.
 */
public final class Attachment implements AutoCloseable {

  /** The timeout of a detach: it is answered only when the agent's threads have ended. */
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
    // The client has a target of its own, since the process's user may have killed the one that
    // copies.
    this.agent = ControlClient.through(border.agentOf(process, startTime)).within(TO_AGREE);
    file.copy();
    this.reader = TraceReader.open(file.readable());
  }

  /** Returns the process. */
  public LinuxProcess process() {
    return process;
  }

  /** Returns the path of the trace. */
  public Path trace() {
    return file.readable();
  }

  /**
   * Returns the path of the agent's file, as the process sees it, if that is another file than the
   * trace. What could not be copied is still there.
   */
  public Optional<Path> agentsFile() {
    return Optional.of(file.seen()).filter(seen -> !seen.equals(file.readable()));
  }

  /** Returns whether the process still runs. A later process of the same number does not count. */
  public boolean isAlive() {
    try {
      return process.isAlive() && process.startTime() == startTime;
    } catch (IOException e) {
      return false;
    }
  }

  /** Returns whether the process has ended or no longer has the agent's library mapped. */
  public boolean hasAgentLeft() {
    try {
      return !isAlive() || process.mappedFiles(library).isEmpty();
    } catch (IOException e) {
      return !isAlive();
    }
  }

  /**
   * Passes on to {@code feed} what the agent has written since the last call. When there is much to
   * copy, one call handles only a part of it, see {@link #isComplete}.
   *
   * @throws TraceLimitException when the agent has written more than the maximum size
   * @throws IOException when the trace cannot be read or written
   */
  public TraceState poll(RuntimeFeed feed) throws IOException {
    file.copy();
    return reader.poll(feed);
  }

  /** Returns whether the last {@link #poll} handled everything that was there. */
  public boolean isComplete() {
    return file.isComplete();
  }

  /** Returns the statistics of the trace so far. */
  public TraceStatistics statistics() {
    return reader.statistics();
  }

  /**
   * Detaches the agent. The process continues without it, and the trace gets its end record.
   *
   * @throws IOException when the agent or the runtime refuses; the message has the reason
   */
  public void detach() throws IOException {
    var ignored = agent.detach();
  }

  /**
   * Aborts the copying of the trace, even while it waits: the process's user can make it wait long.
   * The call that waits fails, and so does every later {@link #poll}. Thread-safe.
   */
  public void stopCopying() {
    target.close();
  }

  /**
   * Removes the file that the agent wrote in the process's own temporary folder, if there is one.
   * To be called when all of it was copied, or the rest is not needed.
   */
  public void removeAgentsFile() throws IOException {
    file.removeTheAgents();
  }

  /** Stops reading the trace. What the agent wrote and was not copied stays in its file. */
  @Override
  public void close() throws IOException {
    try (target;
        file) {
      reader.close();
    }
  }
}
