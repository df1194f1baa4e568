// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.format;

import java.util.List;

/**
 * One field of an event's payload, as the file describes it.
 *
 * @param name the provider's name for it; empty for the element of an array
 * @param type how it is encoded
 * @param parts an object's fields, or an array's element; otherwise empty
 * @param count the number of elements of a {@link EventFieldType#FIXED_ARRAY}; otherwise 0
 */
public record EventField(String name, EventFieldType type, List<EventField> parts, int count) {

  /** Creates a field that is no array of a fixed length. */
  public EventField(String name, EventFieldType type, List<EventField> parts) {
    this(name, type, parts, 0);
  }

  /** Copies the list. */
  public EventField {
    parts = List.copyOf(parts);
  }
}
