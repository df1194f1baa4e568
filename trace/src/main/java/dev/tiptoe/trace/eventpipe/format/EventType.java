// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.format;

import java.util.List;

/**
 * A kind of event, as the file defines it once for all events of it.
 *
 * <p>The runtime's own events come without a name and without fields: their provider, number and
 * version identify them, by which {@code RuntimeEvent} decodes them.
 *
 * @param provider the name of the provider, such as {@code Microsoft-Windows-DotNETRuntime}
 * @param number the provider's number for the event
 * @param name its name; empty where the provider gave none
 * @param keywords the groups it belongs to, one bit each
 * @param version the version of its fields
 * @param level its verbosity: 1 is critical, 5 verbose
 * @param opcode 0 where the file does not give it
 * @param fields the fields of its payload, in order; empty where the file does not give them, or
 *     not legibly
 */
public record EventType(
    String provider,
    int number,
    String name,
    long keywords,
    int version,
    int level,
    int opcode,
    List<EventField> fields) {

  /** Copies the list. */
  public EventType {
    fields = List.copyOf(fields);
  }
}
