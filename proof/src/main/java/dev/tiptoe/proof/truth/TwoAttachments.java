// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth;

import dev.tiptoe.bridge.attach.Attach;
import dev.tiptoe.bridge.attach.AttachOutcome;
import dev.tiptoe.bridge.attach.AttachOutcome.Attached;
import dev.tiptoe.bridge.attach.AttachRequest;
import dev.tiptoe.bridge.attach.Attachment;
import dev.tiptoe.bridge.launch.LaunchException;
import dev.tiptoe.bridge.launch.SamplingEngine;
import dev.tiptoe.bridge.process.LinuxProcess;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Two attachments to {@link Program#turnover}, one after the other: the agent comes when an eighth
 * of the load contexts have passed, leaves after three eighths more, and comes again, for three
 * eighths more, when another eighth has passed without it. Immutable.
 *
 * @param process the program
 * @param contexts the number of its load contexts
 * @param output the file of its output, in which it counts them
 * @param engine how the first agent samples
 */
public record TwoAttachments(Process process, int contexts, Path output, SamplingEngine engine) {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final long POLL_MILLIS = 5;

  private static final Duration BETWEEN_SAMPLES = Duration.ofMillis(5);

  /** Attaches the agent for the second time. */
  public interface Second {

    /**
     * Attaches the agent to the process.
     *
     * @throws IOException when that fails
     */
    void attach(Process process) throws IOException;
  }

  /**
   * Goes through both attachments; returns when the second agent has seen its share. It stays.
   *
   * @param first the path of the first agent's trace
   * @throws LaunchException when the program ends, or the agent is refused or does not leave
   * @throws IOException when a file cannot be read or written
   */
  public void observe(Path first, Second second) throws IOException, InterruptedException {
    awaitMore(contexts / 8);
    try (Attachment attachment = attach(process, first, false, engine)) {
      awaitMore(contexts * 3 / 8);
      attachment.detach();
      while (!attachment.hasAgentLeft()) {
        pause();
      }
      do {
        var ignored = attachment.poll(new RuntimeFeed() {});
      } while (!attachment.isComplete());
    }
    awaitMore(contexts / 8);
    second.attach(process);
    awaitMore(contexts * 3 / 8);
  }

  /**
   * Attaches the agent to a process.
   *
   * @throws LaunchException when it is refused
   * @throws IOException when the trace cannot be written
   */
  public static Attachment attach(Process process, Path trace, boolean probe, SamplingEngine engine)
      throws IOException {
    LinuxProcess program = LinuxProcess.of(process.pid());
    AttachOutcome outcome =
        Attach.to(
            new AttachRequest(
                program,
                trace,
                BETWEEN_SAMPLES,
                Optional.empty(),
                engine,
                probe,
                Set.of(),
                OptionalLong.empty(),
                PATIENCE));
    if (outcome instanceof Attached attached) {
      return attached.attachment();
    }
    throw new LaunchException(process.pid() + ": " + outcome.inWords());
  }

  /**
   * Waits until so many contexts more have passed, however many passed while an agent came or left.
   */
  private void awaitMore(int count) throws IOException, InterruptedException {
    int enough = passed() + count;
    while (passed() < enough) {
      pause();
    }
  }

  private int passed() throws IOException {
    String written = Files.readString(output);
    List<String> lines = written.substring(0, written.lastIndexOf('\n') + 1).lines().toList();
    return lines.isEmpty() ? 0 : Integer.parseInt(lines.get(lines.size() - 1));
  }

  private void pause() throws InterruptedException {
    if (process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
      throw new LaunchException(
          process.pid() + ": ended with status " + process.exitValue() + " between attachments");
    }
  }
}
