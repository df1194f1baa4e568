// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.soak;

import dev.tiptoe.bridge.attach.Attach;
import dev.tiptoe.bridge.attach.AttachOutcome;
import dev.tiptoe.bridge.attach.AttachOutcome.Attached;
import dev.tiptoe.bridge.attach.AttachOutcome.Refused;
import dev.tiptoe.bridge.attach.AttachRequest;
import dev.tiptoe.bridge.attach.Attachment;
import dev.tiptoe.bridge.attach.RefusalReason;
import dev.tiptoe.bridge.control.ControlClient;
import dev.tiptoe.bridge.launch.SamplingEngine;
import dev.tiptoe.bridge.process.LinuxProcess;
import dev.tiptoe.proof.agent.AgentExerciser;
import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import dev.tiptoe.trace.TraceEnding;
import dev.tiptoe.trace.TraceReader;
import dev.tiptoe.trace.TraceStatistics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * One cycle of the agent in a program: attach, sample, send requests, detach, and read the trace.
 * Mutable, not thread-safe.
 */
final class Cycle {

  private static final Duration BETWEEN_SAMPLES = Duration.ofMillis(1);

  /** A program that collects at every allocation delays the agent, too. */
  private static final Duration TO_AN_ANSWER = Duration.ofMinutes(1);

  private static final Duration TO_LEAVE = Duration.ofSeconds(60);
  private static final Duration LONGER = Duration.ofMillis(80);
  private static final int HEAP_WALK = 7;
  private static final int SECOND_ATTACH = 11;
  private static final int CLASSES = 10;
  private static final long LOOK_EVERY_MILLIS = 5;

  private final BusyServer server;
  private final Path trace;
  private final int number;
  private final SamplingEngine engine;

  /** Creates a cycle, whose number makes it different from others. */
  Cycle(BusyServer server, Path trace, int number, SamplingEngine engine) {
    this.engine = engine;
    this.server = server;
    this.trace = trace;
    this.number = number;
  }

  /** Returns whether this is one of every so many. */
  private boolean does(int every) {
    return number % every == every - 1;
  }

  /**
   * Returns how long the agent stays: from leaving at once, during the catch-up, to a third of a
   * second.
   */
  private Duration stay() {
    return LONGER.multipliedBy(number % 5);
  }

  /**
   * Runs the cycle; returns how many stacks were sampled.
   *
   * @throws FailedCycle when something goes wrong
   * @throws IOException when the agent does not answer, or the trace cannot be read
   */
  long run() throws IOException, FailedCycle, InterruptedException {
    AttachOutcome outcome = Attach.to(request(trace));
    if (!(outcome instanceof Attached attached)) {
      throw new FailedCycle("attach: " + outcome.inWords());
    }
    try (Attachment attachment = attached.attachment()) {
      work(attachment);
      var ignored = agent().detach();
    }
    awaitDeparture();
    long stacks = requireWhole();
    Files.delete(trace);
    return stacks;
  }

  /** Has an agent leave that stayed because the cycle failed, so that the next one can begin. */
  void leave() throws InterruptedException {
    try {
      var ignored = agent().detach();
      awaitDeparture();
    } catch (FailedCycle | IOException e) {
      return; // the next cycle fails, too, and says why
    }
  }

  private AttachRequest request(Path file) throws IOException {
    return new AttachRequest(
        LinuxProcess.of(server.pid()),
        file,
        BETWEEN_SAMPLES,
        Optional.empty(),
        engine,
        true,
        Set.of(),
        OptionalLong.empty(),
        AttachRequest.PATIENCE);
  }

  private ControlClient agent() throws IOException {
    return ControlClient.of(server.pid()).within(TO_AN_ANSWER);
  }

  private void work(Attachment attachment) throws IOException, FailedCycle, InterruptedException {
    long until = System.nanoTime() + stay().toNanos();
    try (AgentExerciser exerciser = new AgentExerciser(agent(), attachment.trace())) {
      for (; System.nanoTime() < until; TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MILLIS)) {
        exerciser.ask(CLASSES);
      }
      if (does(HEAP_WALK)) {
        exerciser.walkHeap();
      }
    }
    if (does(SECOND_ATTACH)) {
      requireRefusal();
    }
  }

  /** Checks that a second agent is refused, and leaves nothing behind. */
  private void requireRefusal() throws IOException, FailedCycle {
    Path another = trace.resolveSibling(trace.getFileName() + ".another");
    AttachOutcome outcome = Attach.to(request(another));
    boolean refused =
        outcome instanceof Refused because && because.reason() == RefusalReason.ALREADY_ACTIVE;
    if (!refused) {
      throw new FailedCycle("a second attach: " + outcome.inWords());
    }
    if (Files.deleteIfExists(another)) {
      throw new FailedCycle("a second attach left a trace");
    }
  }

  private void awaitDeparture() throws IOException, FailedCycle, InterruptedException {
    long until = System.nanoTime() + TO_LEAVE.toNanos();
    for (ProcessFootprint left = footprint(); !left.isEmpty(); left = footprint()) {
      if (System.nanoTime() > until) {
        throw new FailedCycle("still there: " + left);
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MILLIS);
    }
  }

  private ProcessFootprint footprint() throws IOException, FailedCycle {
    return ProcessFootprint.of(server.pid())
        .orElseThrow(() -> new FailedCycle("the program is gone"));
  }

  private long requireWhole() throws IOException, FailedCycle {
    RuntimeIdMap map = Session.newMap();
    try (TraceReader reader = TraceReader.open(trace)) {
      var ignored = reader.poll(map);
      TraceStatistics statistics = reader.statistics();
      TraceEnding ending =
          statistics
              .ending()
              .orElseThrow(() -> new FailedCycle("the trace has no end: " + statistics));
      boolean whole =
          ending.reason() == TraceEnding.Reason.DETACHED
              && ending.agentErrors() == 0
              && ending.loadsOnOurThreads() == 0
              && statistics.identityLost() + statistics.samplesLost() + statistics.damagedBytes()
                  == 0
              && statistics.unknownRecords() == 0;
      if (!whole || !map.conflicts().isEmpty()) {
        throw new FailedCycle("the trace: " + ending + ", " + statistics + ", " + map.conflicts());
      }
      return statistics.stacks();
    }
  }

  /** A fault in a cycle. */
  static final class FailedCycle extends Exception {
    private static final long serialVersionUID = 1;

    FailedCycle(String what) {
      super(what);
    }
  }
}
