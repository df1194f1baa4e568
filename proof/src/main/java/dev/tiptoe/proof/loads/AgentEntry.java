// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.loads;

import dev.tiptoe.bridge.attach.Attach;
import dev.tiptoe.bridge.attach.AttachOutcome.Attached;
import dev.tiptoe.bridge.attach.AttachRequest;
import dev.tiptoe.bridge.control.ControlClient;
import dev.tiptoe.bridge.control.ControlException;
import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.bridge.launch.Recording;
import dev.tiptoe.bridge.launch.SamplingEngine;
import dev.tiptoe.bridge.process.LinuxProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** The ways in which the agent enters a program. */
public enum AgentEntry {

  /** It is loaded at start-up. */
  START_UP("start-up") {
    @Override
    Map<String, String> environment(Installation installation, Path folder, SamplingEngine engine) {
      Map<String, String> environment =
          new HashMap<>(
              Recording.environment(installation.agent(), traceIn(folder), BETWEEN_SAMPLES));
      environment.put("TIPTOE_CONTROL", socketIn(folder).toString());
      environment.put("TIPTOE_PROBE", "1");
      environment.put("TIPTOE_ENGINE", engine.toString());
      return environment;
    }

    @Override
    Optional<ControlClient> enter(long pid, Path folder, SamplingEngine engine) {
      return Optional.of(socketIn(folder)).filter(Files::exists).map(ControlClient::at);
    }
  },

  /** It is attached, as soon as the runtime accepts it. */
  ATTACH("attach") {
    @Override
    Map<String, String> environment(Installation installation, Path folder, SamplingEngine engine) {
      return Map.of();
    }

    @Override
    Optional<ControlClient> enter(long pid, Path folder, SamplingEngine engine) throws IOException {
      AttachRequest request =
          new AttachRequest(
              LinuxProcess.of(pid),
              traceIn(folder),
              BETWEEN_SAMPLES,
              Optional.empty(),
              engine,
              true,
              Set.of(),
              OptionalLong.empty(),
              AttachRequest.PATIENCE);
      if (Attach.to(request) instanceof Attached attached) {
        // The agent stays; its trace is read in another way.
        attached.attachment().close();
        return Optional.of(ControlClient.of(pid));
      }
      return Optional.empty();
    }
  };

  private static final Duration BETWEEN_SAMPLES = Duration.ofMillis(2);

  private final String inWords;

  AgentEntry(String inWords) {
    this.inWords = inWords;
  }

  /** Returns its name in reports. */
  public String inWords() {
    return inWords;
  }

  /** Returns the path of the agent's trace. */
  static Path traceIn(Path folder) {
    return folder.resolve("trace");
  }

  private static Path socketIn(Path folder) {
    return folder.resolve("control");
  }

  /** Returns additional environment variables for the program. */
  abstract Map<String, String> environment(
      Installation installation, Path folder, SamplingEngine engine);

  /**
   * Attaches the agent to a running program, or finds it there; empty when it is not there yet.
   *
   * @throws ControlException when it is there but does not answer
   */
  abstract Optional<ControlClient> enter(long pid, Path folder, SamplingEngine engine)
      throws IOException;
}
