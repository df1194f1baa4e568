// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.eventpipe;

import dev.tiptoe.trace.eventpipe.event.RuntimeEvent;
import dev.tiptoe.trace.eventpipe.format.EventPipeEvent;
import dev.tiptoe.trace.eventpipe.format.EventPipeHeader;
import dev.tiptoe.trace.eventpipe.format.EventPipeReader;
import dev.tiptoe.trace.eventpipe.format.EventPipeStatistics;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** All that a recording of the real runtime holds. */
record RecordedEvents(
    EventPipeHeader header, List<EventPipeEvent> events, EventPipeStatistics statistics) {

  static RecordedEvents of(EventPipeReader reader) throws IOException {
    List<EventPipeEvent> events = new ArrayList<>();
    for (Optional<EventPipeEvent> event = reader.next(); event.isPresent(); event = reader.next()) {
      events.add(event.get());
    }
    return new RecordedEvents(reader.header(), events, reader.statistics());
  }

  /** The contents of those of the runtime's events that are known. */
  List<RuntimeEvent> ofTheRuntime() {
    return events.stream().flatMap(event -> RuntimeEvent.of(event).stream()).toList();
  }
}
