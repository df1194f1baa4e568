// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.typeload;

import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.bridge.launch.Recording;
import dev.tiptoe.proof.truth.Program;
import dev.tiptoe.proof.truth.typeload.RecordedRun.Companion;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How the agent takes part in a run of a program, and which sources of claims its trace then has.
 */
enum AgentMode {
  /** In the environment of the program, so that it is there from the runtime's first step on. */
  FROM_THE_START(Source.START_UP, Source.SAMPLES, Source.LATE) {
    @Override
    Companion agent(Installation installation, Program program) {
      return folder -> {
        Map<String, String> environment =
            new HashMap<>(
                Recording.environment(installation.agent(), traceIn(folder), BETWEEN_SAMPLES));
        // All samples that there can be, however busy the machine: each is a claim to compare.
        environment.put("TIPTOE_DUTY", "1000000");
        return environment;
      };
    }
  },

  /** Attached while the program runs. */
  ATTACHED(Source.ATTACH) {
    @Override
    Companion agent(Installation installation, Program program) {
      return new AttachedCompanion(program, false);
    }
  },

  /** Attached, and asking what is there. */
  ATTACHED_WITH_PROBE(Source.ATTACH_WITH_PROBE) {
    @Override
    Companion agent(Installation installation, Program program) {
      return new AttachedCompanion(program, true);
    }
  };

  static final Duration BETWEEN_SAMPLES = Duration.ofMillis(5);

  @SuppressWarnings("ImmutableEnumChecker") // lists of List.of are
  private final List<Source> sources;

  AgentMode(Source... sources) {
    this.sources = List.of(sources);
  }

  /** What a trace of it can be examined for. */
  List<Source> sources() {
    return sources;
  }

  /** The agent, for one run. */
  abstract Companion agent(Installation installation, Program program);

  /** Where it writes. */
  static Path traceIn(Path folder) {
    return folder.resolve("trace");
  }
}
