// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.event;

import dev.tiptoe.trace.eventpipe.format.EventPipeReading;
import java.util.List;

/** The runtime's events in the bytes of a file. */
public final class RuntimeEvents {

  private RuntimeEvents() {}

  public static List<RuntimeEvent> in(byte... file) {
    return EventPipeReading.of(file).events().stream()
        .flatMap(event -> RuntimeEvent.of(event).stream())
        .toList();
  }
}
