// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.typeload;

import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.bridge.launch.Recording;
import dev.tiptoe.bridge.launch.SamplingEngine;
import dev.tiptoe.proof.truth.Program;
import dev.tiptoe.proof.truth.typeload.RecordedRun.Companion;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The ways in which the agent takes part in a run of a program, and the sources of claims in its
 * trace.
 */
enum AgentMode {
  /** Loaded by the program's environment, from the runtime's first step on. */
  FROM_THE_START(Source.START_UP, Source.SAMPLES, Source.LATE) {
    @Override
    Companion agent(Installation installation, Program program, SamplingEngine engine) {
      return folder -> {
        Map<String, String> environment =
            new HashMap<>(
                Recording.environment(installation.agent(), traceIn(folder), BETWEEN_SAMPLES));
        // The sampler may take all of the time, so that there are as many samples to compare as
        // possible.
        environment.put("TIPTOE_DUTY", "1000000");
        environment.put("TIPTOE_ENGINE", engine.toString());
        return environment;
      };
    }
  },

  /** Attached while the program runs. */
  ATTACHED(Source.ATTACH) {
    @Override
    Companion agent(Installation installation, Program program, SamplingEngine engine) {
      return new AttachedCompanion(program, false, engine);
    }
  },

  /** Attached, with the probe. */
  ATTACHED_WITH_PROBE(Source.ATTACH_WITH_PROBE) {
    @Override
    Companion agent(Installation installation, Program program, SamplingEngine engine) {
      return new AttachedCompanion(program, true, engine);
    }
  },

  /** Attached, detached, and attached again. */
  ATTACHED_TWICE(Source.FIRST_ATTACH, Source.SECOND_ATTACH) {
    @Override
    boolean suits(Program program) {
      return program.contexts().isPresent();
    }

    @Override
    Companion agent(Installation installation, Program program, SamplingEngine engine) {
      return new TwiceAttachedCompanion(program.contexts().orElseThrow(), engine);
    }
  };

  static final Duration BETWEEN_SAMPLES = Duration.ofMillis(5);

  @SuppressWarnings("ImmutableEnumChecker") // these are lists of List.of
  private final List<Source> sources;

  AgentMode(Source... sources) {
    this.sources = List.of(sources);
  }

  /** Returns the sources for which its traces can be examined. */
  List<Source> sources() {
    return sources;
  }

  /** Returns whether programs of this kind can be observed in this way. */
  boolean suits(Program program) {
    return true;
  }

  /** Returns the agent, for one run. */
  abstract Companion agent(Installation installation, Program program, SamplingEngine engine);

  /** Returns the path of its trace, or of the latest. */
  static Path traceIn(Path folder) {
    return folder.resolve("trace");
  }
}
