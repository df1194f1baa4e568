// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.format;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The result of reading some bytes, or a file. */
public record EventPipeReading(
    EventPipeHeader header, List<EventPipeEvent> events, EventPipeStatistics statistics) {

  public static EventPipeReading of(byte... file) {
    try (EventPipeReader reader =
        new EventPipeReader(new ByteArrayInputStream(file), "some.nettrace")) {
      return of(reader);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static EventPipeReading of(EventPipeReader reader) throws IOException {
    List<EventPipeEvent> events = new ArrayList<>();
    for (Optional<EventPipeEvent> event = reader.next(); event.isPresent(); event = reader.next()) {
      events.add(event.get());
    }
    return new EventPipeReading(reader.header(), events, reader.statistics());
  }
}
