// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.control;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The status of an agent at the moment of the request. Immutable.
 *
 * @param trace the path of its trace, as the observed process sees it
 * @param runtimeVersion the version of the runtime, in its own words
 * @param quantities the counters and measures; those that do not apply are missing
 */
public record AgentStatus(String trace, String runtimeVersion, Map<Quantity, Long> quantities) {

  /** Copies the map. */
  public AgentStatus {
    Map<Quantity, Long> copy = new EnumMap<>(Quantity.class);
    copy.putAll(quantities);
    quantities = Collections.unmodifiableMap(copy);
  }

  /** Returns one of the quantities, where it applies. */
  public OptionalLong of(Quantity quantity) {
    Long value = quantities.get(quantity);
    return value == null ? OptionalLong.empty() : OptionalLong.of(value);
  }
}
