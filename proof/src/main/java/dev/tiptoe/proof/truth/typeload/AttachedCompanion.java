// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.typeload;

import dev.tiptoe.bridge.attach.Attach;
import dev.tiptoe.bridge.attach.AttachOutcome;
import dev.tiptoe.bridge.attach.AttachOutcome.Attached;
import dev.tiptoe.bridge.attach.AttachRequest;
import dev.tiptoe.bridge.launch.LaunchException;
import dev.tiptoe.bridge.launch.SamplingEngine;
import dev.tiptoe.bridge.process.LinuxProcess;
import dev.tiptoe.proof.truth.Program;
import dev.tiptoe.proof.truth.typeload.RecordedRun.Companion;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The agent, attached to a running program, for the rest of its run. When the program ends before,
 * there is no trace. For one run.
 */
final class AttachedCompanion implements Companion {

  private static final long POLL_MILLIS = 5;

  /** How long a program must have had its own assembly loaded to count as running. */
  private static final long A_WHILE_MILLIS = 400;

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Path assembly;
  private final boolean probe;
  private final SamplingEngine engine;

  /** Creates an agent with or without the probe. */
  AttachedCompanion(Program program, boolean probe, SamplingEngine engine) {
    this.assembly = program.assembly();
    this.probe = probe;
    this.engine = engine;
  }

  @Override
  public Map<String, String> environment(Path folder) {
    return Map.of();
  }

  @Override
  public void keep(Process process, Path folder) throws IOException, InterruptedException {
    LinuxProcess program = LinuxProcess.of(process.pid());
    boolean runs = false;
    while (!runs && !process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
      runs = hasItsAssembly(program);
    }
    if (!process.waitFor(A_WHILE_MILLIS, TimeUnit.MILLISECONDS)) {
      attach(process, program, AgentMode.traceIn(folder));
    }
  }

  private boolean hasItsAssembly(LinuxProcess program) {
    try {
      return program.mappedFiles().stream().anyMatch(assembly.toString()::equals);
    } catch (IOException e) {
      return false; // it ends
    }
  }

  private void attach(Process process, LinuxProcess program, Path trace) throws IOException {
    AttachOutcome outcome =
        Attach.to(
            new AttachRequest(
                program,
                trace,
                AgentMode.BETWEEN_SAMPLES,
                Optional.empty(),
                engine,
                probe,
                Set.of(),
                OptionalLong.empty(),
                PATIENCE));
    if (outcome instanceof Attached attached) {
      attached.attachment().close();
    } else if (process.isAlive()) {
      throw new LaunchException(process.pid() + ": " + outcome.inWords());
    }
  }
}
