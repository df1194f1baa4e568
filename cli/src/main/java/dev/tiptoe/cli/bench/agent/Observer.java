// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.bench.agent;

import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.bridge.launch.Recording;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Who looks on while a program runs. */
public enum Observer {
  /** Nobody. */
  NOBODY("alone", "alone") {
    @Override
    Map<String, String> environment(Installation installation, Path trail) {
      return Map.of();
    }
  },
  /** Nobody once more: what differs from {@link #NOBODY} is noise. */
  NOBODY_AGAIN("alone-again", "alone once more (noise)") {
    @Override
    Map<String, String> environment(Installation installation, Path trail) {
      return Map.of();
    }
  },
  /** Our agent as it comes, a look every 10 ms under the governor. */
  AGENT("agent", "agent") {
    @Override
    Map<String, String> environment(Installation installation, Path trail) {
      return Recording.environment(installation.agent(), trail, Duration.ofMillis(10));
    }
  },
  /** Our agent, a look every 10 ms whatever it costs. */
  AGENT_10MS("agent-10ms", "agent, enforced 10 ms") {
    @Override
    Map<String, String> environment(Installation installation, Path trail) {
      return enforced(installation, trail, Duration.ofMillis(10));
    }
  },
  /** Our agent, a look every millisecond whatever it costs, which is what the peer does. */
  AGENT_1MS("agent-1ms", "agent, enforced 1 ms") {
    @Override
    Map<String, String> environment(Installation installation, Path trail) {
      return enforced(installation, trail, Duration.ofMillis(1));
    }
  },
  /** The peer: the runtime's own sampler, whose period of 1 ms cannot be changed. */
  EVENT_PIPE("eventpipe", "EventPipe's sampler, 1 ms") {
    @Override
    Map<String, String> environment(Installation installation, Path trail) {
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
  };

  private static final String UNGOVERNED = "1000000";

  private final String word;
  private final String description;

  Observer(String word, String description) {
    this.word = word;
    this.description = description;
  }

  /** What scripts call it. */
  public String word() {
    return word;
  }

  /** What it is called in a table. */
  public String description() {
    return description;
  }

  /** Whether it is our agent. */
  boolean isAgent() {
    return this == AGENT || this == AGENT_10MS || this == AGENT_1MS;
  }

  /** What its threads are called; the peer's have no name of their own, so it is the process's. */
  String thread() {
    return isAgent() ? "tiptoe-sampler" : "tiptoe-host";
  }

  /** The variables that bring it into a program; it writes what it sees to {@code trail}. */
  abstract Map<String, String> environment(Installation installation, Path trail);

  private static Map<String, String> enforced(
      Installation installation, Path trail, Duration period) {
    Map<String, String> environment =
        new HashMap<>(Recording.environment(installation.agent(), trail, period));
    environment.put("TIPTOE_DUTY", UNGOVERNED);
    return environment;
  }
}
