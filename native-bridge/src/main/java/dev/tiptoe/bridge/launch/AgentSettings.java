// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.launch;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The settings of an agent: environment variables when it starts with the program, client data when
 * it is attached. Immutable.
 *
 * @param values the settings by name; the agent has defaults for the others
 */
public record AgentSettings(Map<String, String> values) {

  private static final String PREFIX = "TIPTOE_";

  /**
   * Copies the map.
   *
   * @throws IllegalArgumentException when a value has a line break or a NUL in it
   */
  public AgentSettings {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    values.forEach(
        (name, value) -> {
          if (value.indexOf('\n') >= 0 || value.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(name + ": a line break in '" + value + "'");
          }
        });
  }

  /**
   * Returns settings with a trace in that file, which the agent creates. The path is as the program
   * sees it.
   */
  public static AgentSettings tracing(String file) {
    return new AgentSettings(Map.of("TRACE", file));
  }

  /** Returns these settings with a time between two samples of the stacks; zero for no sampling. */
  public AgentSettings sampleEvery(Duration period) {
    return with("SAMPLE_EVERY", Long.toString(period.toNanos()));
  }

  /** Returns these settings with a control socket. The path is as the program sees it. */
  public AgentSettings control(String socket) {
    return with("CONTROL", socket);
  }

  /**
   * Returns these settings with the part of the time, in millionths, for which the program may be
   * paused.
   */
  public AgentSettings duty(int millionths) {
    return with("DUTY", Integer.toString(millionths));
  }

  /** Returns these settings with a way to sample. */
  public AgentSettings engine(SamplingEngine engine) {
    return with("ENGINE", engine.toString());
  }

  /**
   * Returns these settings with or without the kernel's part of the samples by perf events. Without
   * it a trace has no address of the kernel.
   */
  public AgentSettings kernel(boolean wanted) {
    return with("KERNEL", wanted ? "1" : "0");
  }

  /** Returns these settings with or without the probe. */
  public AgentSettings probe(boolean wanted) {
    return with("PROBE", wanted ? "1" : "0");
  }

  /**
   * Returns these settings with snapshots of the thread's stack in each of these callbacks. An
   * empty set changes nothing.
   */
  public AgentSettings snapshotsAt(Set<SnapshotCallback> callbacks) {
    String names =
        callbacks.stream()
            .sorted()
            .map(SnapshotCallback::toString)
            .collect(Collectors.joining(","));
    return names.isEmpty() ? this : with("SNAPSHOTS", names);
  }

  private AgentSettings with(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(values);
    more.put(name, value);
    return new AgentSettings(more);
  }

  /** Returns the settings as environment variables. */
  public Map<String, String> environment() {
    return values.entrySet().stream()
        .collect(
            Collectors.toUnmodifiableMap(
                setting -> PREFIX + setting.getKey(), Map.Entry::getValue));
  }

  /** Returns the settings as client data: lines of UTF-8. */
  public byte[] clientData() {
    return values.entrySet().stream()
        .map(setting -> setting.getKey() + "=" + setting.getValue() + "\n")
        .collect(Collectors.joining())
        .getBytes(StandardCharsets.UTF_8);
  }
}
