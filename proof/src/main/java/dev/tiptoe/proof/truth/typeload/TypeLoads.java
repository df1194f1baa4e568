// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.typeload;

import dev.tiptoe.bridge.launch.LaunchException;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.TypeLoadStart;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.TypeLoadStop;
import dev.tiptoe.trace.eventpipe.format.EventPipeEvent;
import dev.tiptoe.trace.eventpipe.format.EventPipeHeader;
import dev.tiptoe.trace.eventpipe.format.EventPipeReader;
import dev.tiptoe.trace.eventpipe.format.EventPipeStatistics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The runtime's own record of all loads of types, from the beginning to the end of its recording.
 *
 * @param header the clock of the record
 * @param loads the loads in the order of the file
 * @param first the ticks of the first event
 * @param last the ticks of the last event before the runtime ended the recording
 */
public record TypeLoads(EventPipeHeader header, List<TypeLoad> loads, long first, long last) {

  /** Verbose events of the keyword TypeDiagnostic: TypeLoadStart and TypeLoadStop. */
  static final String PROVIDER = "Microsoft-Windows-DotNETRuntime:0x8000000000:5";

  /** The levels to which .NET 9 and later load types. */
  private static final int LEVELS = 4;

  /** How many levels .NET 5 to 8 had before them, for images of an older kind. */
  private static final int LEVELS_MORE = 2;

  /** The provider of lists that the runtime adds after the recording; they contain no loads. */
  private static final String RUNDOWN = "Microsoft-Windows-DotNETRuntimeRundown";

  /** Copies the list. */
  public TypeLoads {
    loads = List.copyOf(loads);
  }

  /**
   * Reads a record.
   *
   * @throws LaunchException when events were lost, or its end is missing
   */
  static TypeLoads read(Path nettrace) throws IOException {
    try (EventPipeReader reader = EventPipeReader.open(nettrace)) {
      Map<Integer, Long> begun = new HashMap<>();
      List<Ended> ended = new ArrayList<>();
      long first = Long.MAX_VALUE;
      long last = Long.MIN_VALUE;
      for (Optional<EventPipeEvent> next = reader.next(); next.isPresent(); next = reader.next()) {
        long at = next.get().ticks();
        first = Math.min(first, at);
        last = next.get().type().provider().equals(RUNDOWN) ? last : Math.max(last, at);
        RuntimeEvent event = RuntimeEvent.of(next.get()).orElse(null);
        if (event instanceof TypeLoadStart start) {
          begun.put(start.load(), at);
        } else if (event instanceof TypeLoadStop stop && !stop.type().isNone()) {
          ended.add(new Ended(stop, next.get().threadId(), at));
        }
      }
      requireWhole(reader.statistics());
      int more = ended.stream().anyMatch(each -> each.stop().level() > LEVELS) ? LEVELS_MORE : 0;
      List<TypeLoad> loads = ended.stream().map(each -> each.begunAt(begun, more)).toList();
      return new TypeLoads(reader.header(), loads, first, last);
    }
  }

  /** Returns the record as it was at some ticks. */
  TypeLoads until(long ticks) {
    return ticks >= last
        ? this
        : new TypeLoads(
            header,
            loads.stream().filter(load -> load.began() <= ticks).toList(),
            first,
            Math.max(first, ticks));
  }

  /** A record with lost events proves nothing about missing loads. */
  private static void requireWhole(EventPipeStatistics statistics) {
    if (!statistics.complete() || statistics.lostEvents() > 0 || statistics.untypedEvents() > 0) {
      throw new LaunchException("the runtime's record is void: " + statistics);
    }
  }

  /** Threads write independently, so a start may come after its stop. */
  private record Ended(TypeLoadStop stop, long thread, long at) {
    TypeLoad begunAt(Map<Integer, Long> begun, int more) {
      long began = begun.getOrDefault(stop.load(), at);
      int level = Math.max(1, stop.level() - more);
      return new TypeLoad(stop.type(), stop.name(), level, thread, began, at);
    }
  }
}
