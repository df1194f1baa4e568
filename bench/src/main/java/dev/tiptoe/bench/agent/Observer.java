// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.agent;

import dev.tiptoe.bridge.launch.AgentSettings;
import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.bridge.launch.Recording;
import dev.tiptoe.bridge.launch.SamplingEngine;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** An observer of a running program: none, our agent, or another profiler. */
public enum Observer {
  /** No observer. */
  NOBODY("alone", "alone", Optional.empty()),
  /** No observer once more: the difference from {@link #NOBODY} is noise. */
  NOBODY_AGAIN("alone-again", "alone once more (noise)", Optional.empty()),
  /** Our agent with its defaults: a sample every 10 ms, limited by the governor. */
  AGENT("agent", "agent", Optional.of(Duration.ofMillis(10))),
  /** Our agent with a sample every 10 ms whatever it costs. */
  AGENT_10MS("agent-10ms", "agent, enforced 10 ms", Optional.of(Duration.ofMillis(10))) {
    @Override
    AgentSettings settings(AgentSettings asItComes) {
      return asItComes.duty(WHOLE);
    }
  },
  /** Our agent with a sample every millisecond whatever it costs, like the peer. */
  AGENT_1MS("agent-1ms", "agent, enforced 1 ms", Optional.of(Duration.ofMillis(1))) {
    @Override
    AgentSettings settings(AgentSettings asItComes) {
      return asItComes.duty(WHOLE);
    }
  },
  /** Our agent with perf events every 10 ms of a thread's processor time: it stops nothing. */
  PERF("perf", "agent, perf events", Optional.of(Duration.ofMillis(10))) {
    @Override
    AgentSettings settings(AgentSettings asItComes) {
      return asItComes.engine(SamplingEngine.PERF);
    }

    @Override
    String thread() {
      return PERF_THREAD;
    }
  },
  /** The same every millisecond, like the peer. */
  PERF_1MS("perf-1ms", "agent, perf events, 1 ms", Optional.of(Duration.ofMillis(1))) {
    @Override
    AgentSettings settings(AgentSettings asItComes) {
      return asItComes.engine(SamplingEngine.PERF);
    }

    @Override
    String thread() {
      return PERF_THREAD;
    }
  },
  /**
   * The perf tool of Linux with 1,000 samples a second, which goes by frame pointers; the runtime
   * writes the names of methods for it.
   */
  PERF_TOOL("perf-tool", "perf record, 1 ms", Optional.empty()) {
    @Override
    Map<String, String> environment(Installation installation, Path trail, Path control) {
      return Map.of("DOTNET_PerfMapEnabled", "3");
    }

    @Override
    Watch watch(Path trail, long pid) throws IOException {
      return PerfTool.beside(pid, trail);
    }

    @Override
    boolean rests() {
      return true;
    }

    @Override
    boolean isHere() {
      return PerfTool.isHere();
    }
  },
  /** The peer: the runtime's own sampler, whose period of 1 ms cannot be changed. */
  EVENT_PIPE("eventpipe", "EventPipe's sampler, 1 ms", Optional.empty()) {
    @Override
    Map<String, String> environment(Installation installation, Path trail, Path control) {
      return Map.of(
          "DOTNET_EnableEventPipe",
          "1",
          "DOTNET_EventPipeOutputPath",
          trail.toString(),
          "DOTNET_EventPipeCircularMB",
          "256",
          "DOTNET_EventPipeConfig",
          NettraceTrail.SAMPLER + ":0:5");
    }

    @Override
    ObserverPause pause(long pid, Path control) {
      return ObserverPause.ofProcess(pid);
    }
  };

  /** All of the time, in millionths. */
  private static final int WHOLE = 1_000_000;

  private static final String PERF_THREAD = "tiptoe-perf";

  private final String word;
  private final String description;

  @SuppressWarnings("ImmutableEnumChecker") // an Optional of an immutable value
  private final Optional<Duration> period;

  Observer(String word, String description, Optional<Duration> period) {
    this.word = word;
    this.description = description;
    this.period = period;
  }

  /** Returns its name for scripts. */
  public String word() {
    return word;
  }

  /** Returns its name in a table. */
  public String description() {
    return description;
  }

  /** Returns whether it is our agent. */
  boolean isAgent() {
    return period.isPresent();
  }

  /** Returns whether it can rest while the program works. */
  boolean rests() {
    return isAgent();
  }

  /** Returns whether this machine has it. */
  boolean isHere() {
    return true;
  }

  /** Follows what it writes to {@code trail} about a process. */
  Watch watch(Path trail, long pid) throws IOException {
    return isAgent() ? new TraceTrail(trail) : new NettraceTrail(trail);
  }

  /**
   * Returns the name of its threads. The peer's threads have no name of their own, so they have the
   * process's.
   */
  String thread() {
    return isAgent() ? "tiptoe-sampler" : "tiptoe-host";
  }

  /**
   * Returns the variables that load it into a program; it writes to {@code trail}, and our agent
   * listens at {@code control}.
   */
  Map<String, String> environment(Installation installation, Path trail, Path control) {
    return period
        .map(every -> AgentSettings.tracing(trail.toString()).sampleEvery(every))
        .map(settings -> settings(settings.control(control.toString())))
        .map(settings -> Recording.environment(installation.agent(), settings))
        .orElse(Map.of());
  }

  /** Returns the agent's settings, derived from its defaults. */
  AgentSettings settings(AgentSettings asItComes) {
    return asItComes;
  }

  /** Returns the way to pause it in that process. */
  ObserverPause pause(long pid, Path control) {
    return period.map(every -> ObserverPause.ofAgent(control, every)).orElse(ObserverPause.NONE);
  }
}
