// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe;

import java.util.List;

/**
 * One field of an event's payload, as the file describes it.
 *
 * @param name the provider's name for it; empty for the element of an array
 * @param type how it is encoded
 * @param parts an object's fields, or an array's element; otherwise empty
 */
public record EventField(String name, EventFieldType type, List<EventField> parts) {

  /** Copies the list. */
  public EventField {
    parts = List.copyOf(parts);
  }
}
