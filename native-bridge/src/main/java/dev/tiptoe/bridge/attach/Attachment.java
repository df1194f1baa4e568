// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.attach;

import dev.tiptoe.bridge.diagnostics.LinuxProcess;
import dev.tiptoe.bridge.trace.TraceBooks;
import dev.tiptoe.bridge.trace.TraceReader;
import dev.tiptoe.bridge.trace.TraceState;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The agent in a process that it was attached to, and the trace that it writes.
 *
 * <p>Mutable, for one thread. Holds the trace open, and memory as {@link TraceReader} does, until
 * it is closed; closing it does not make the agent leave.
 */
public final class Attachment implements AutoCloseable {

  private final LinuxProcess process;
  private final long startTime;
  private final TraceFile file;
  private final TraceReader reader;
  private final AgentControl control;

  Attachment(LinuxProcess process, TraceFile file, AgentControl control) throws IOException {
    this.process = process;
    this.startTime = process.startTime();
    this.file = file;
    this.control = control;
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

  /** Whether the process still runs; a later one of the same number is another one. */
  public boolean isAlive() {
    try {
      return process.isAlive() && process.startTime() == startTime;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Tells {@code feed} what the agent has written since.
   *
   * @throws IOException when the trace cannot be read
   */
  public TraceState poll(RuntimeFeed feed) throws IOException {
    file.copy();
    return reader.poll(feed);
  }

  /** What was found in the trace so far. */
  public TraceBooks books() {
    return reader.books();
  }

  /**
   * Asks the agent to leave the process, which goes on without it; the trace's end then comes.
   *
   * @throws IOException when it does not agree, and why
   */
  public void detach() throws IOException {
    control.detach();
  }

  @Override
  public void close() throws IOException {
    try {
      reader.close();
    } finally {
      file.close();
    }
  }
}
