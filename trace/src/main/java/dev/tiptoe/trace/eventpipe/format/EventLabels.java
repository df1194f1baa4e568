// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.format;

import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The labels of an event, which connect it with others. Immutable.
 *
 * @param activityId the activity that it belongs to; all zero for none
 * @param relatedActivityId the activity that caused that one; all zero for none
 * @param traceId the W3C trace that it belongs to, as 32 hexadecimal digits; empty for none
 * @param spanId the W3C span that it belongs to, as 16 hexadecimal digits; empty for none
 * @param values labels with names of their own
 * @param replacement what replaces the same in the event's type
 */
public record EventLabels(
    UUID activityId,
    UUID relatedActivityId,
    String traceId,
    String spanId,
    Map<String, String> values,
    Replacement replacement) {

  /** An ID of no activity. */
  static final UUID NO_ACTIVITY = new UUID(0, 0);

  /** The labels of an event without labels. */
  static final EventLabels NONE = of(NO_ACTIVITY, NO_ACTIVITY);

  /** Copies the map. */
  public EventLabels {
    values = Map.copyOf(values);
  }

  /**
   * Values that an event has instead of those in the definition of its type.
   *
   * @param opcode its opcode
   * @param keywords the groups it belongs to
   * @param level its verbosity
   * @param version the version of its fields
   */
  public record Replacement(
      Optional<Integer> opcode,
      Optional<Long> keywords,
      Optional<Integer> level,
      Optional<Integer> version) {

    static final Replacement NONE =
        new Replacement(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    EventType of(EventType type) {
      return equals(NONE)
          ? type
          : new EventType(
              type.provider(),
              type.number(),
              type.name(),
              keywords.orElse(type.keywords()),
              version.orElse(type.version()),
              level.orElse(type.level()),
              opcode.orElse(type.opcode()),
              type.fields());
    }
  }

  static EventLabels of(UUID activityId, UUID relatedActivityId) {
    return new EventLabels(activityId, relatedActivityId, "", "", Map.of(), Replacement.NONE);
  }
}
