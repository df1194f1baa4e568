// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe;

import dev.tiptoe.resolver.feed.Coverage;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.id.RuntimeID;
import dev.tiptoe.trace.eventpipe.RuntimeEvent.AppDomain;
import dev.tiptoe.trace.eventpipe.RuntimeEvent.AssemblyEvent;
import dev.tiptoe.trace.eventpipe.RuntimeEvent.BindStart;
import dev.tiptoe.trace.eventpipe.RuntimeEvent.BindStop;
import dev.tiptoe.trace.eventpipe.RuntimeEvent.IlMap;
import dev.tiptoe.trace.eventpipe.RuntimeEvent.MethodCode;
import dev.tiptoe.trace.eventpipe.RuntimeEvent.ModuleEvent;
import dev.tiptoe.trace.eventpipe.RuntimeEvent.Occasion;
import dev.tiptoe.trace.eventpipe.RuntimeEvent.OfAnId;
import dev.tiptoe.trace.eventpipe.RuntimeEvent.ReadyToRunEntryPoint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongUnaryOperator;

/**
 * Reads the facts in a {@code .nettrace} file: domains, assemblies with their load contexts,
 * modules, methods, their code and its IL maps, and unloads.
 *
 * <p>The file is ordered by time only within each thread, and a feed needs the order of time, so
 * the events are kept, some 200 bytes each, and sorted. Facts that a rundown lists at the end were
 * true before, and are passed on with the time of the rundown.
 */
public final class EventPipeFacts {

  /**
   * The keywords for the JIT and the loader that bring the events of methods also bring those of
   * their end.
   */
  private static final Coverage METHOD_UNLOADS_REPORTED =
      new Coverage(
          Set.of(Coverage.Kind.FUNCTION_UNLOADS),
          Coverage.State.FROM_HERE,
          "the runtime reports the unloading of methods");

  /** An event with its time and thread. */
  private record Event(long ticks, long thread, RuntimeEvent event) {}

  private final List<Event> events = new ArrayList<>();
  private final EventPipeHeader header;
  private final EventPipeStatistics statistics;

  private EventPipeFacts(EventPipeReader reader) throws IOException {
    for (var next = reader.next(); next.isPresent(); next = reader.next()) {
      EventPipeEvent event = next.get();
      Optional<RuntimeEvent> says = RuntimeEvent.of(event).filter(EventPipeFacts::isAFact);
      says.ifPresent(it -> events.add(new Event(event.ticks(), event.threadId(), it)));
    }
    // The sort is stable: events of a thread within one tick keep their order.
    events.sort(Comparator.comparingLong(Event::ticks));
    dropUnloadsAtTheEnd();
    header = reader.header();
    statistics = reader.statistics();
  }

  /**
   * Reads all remaining events of {@code reader}.
   *
   * @throws IOException when it cannot be read
   * @throws EventPipeFormatException when it is damaged
   */
  public static EventPipeFacts read(EventPipeReader reader) throws IOException {
    return new EventPipeFacts(reader);
  }

  /**
   * Removes the unloads that a runtime reports at its end. It reports everything as unloaded, and
   * then lists what was there at the end. What is in that list was not unloaded after its last
   * load.
   */
  private void dropUnloadsAtTheEnd() {
    Set<RuntimeID> there = new HashSet<>();
    List<Event> kept = new ArrayList<>(events.size());
    for (int i = events.size() - 1; i >= 0; i--) {
      if (!isUnloadAtTheEnd(events.get(i).event, there)) {
        kept.add(events.get(i));
      }
    }
    events.clear();
    Collections.reverse(kept);
    events.addAll(kept);
  }

  private static boolean isUnloadAtTheEnd(RuntimeEvent event, Set<RuntimeID> there) {
    if (event instanceof OfAnId of) {
      switch (of.occasion()) {
        case UNLOAD -> {
          return there.contains(of.id());
        }
        case END_OF_RECORDING -> there.add(of.id());
        case LOAD, START_OF_RECORDING -> there.remove(of.id());
      }
    }
    return false;
  }

  private static boolean isAFact(RuntimeEvent event) {
    return event instanceof AppDomain
        || event instanceof AssemblyEvent
        || event instanceof ModuleEvent
        || event instanceof MethodCode
        || event instanceof IlMap
        || event instanceof ReadyToRunEntryPoint
        || event instanceof BindStart
        || event instanceof BindStop;
  }

  /** Returns the statistics of the file. */
  public EventPipeStatistics statistics() {
    return statistics;
  }

  /** Passes the facts on to {@code feed}, in nanoseconds since the recording began. */
  public void passTo(RuntimeFeed feed) {
    passTo(feed, this::nanosSinceBegin);
  }

  /**
   * Passes the facts on to {@code feed}, in times of its own.
   *
   * @param time converts the file's ticks to times of the feed; must be monotonic
   */
  public void passTo(RuntimeFeed feed, LongUnaryOperator time) {
    EventPipeTranslator translator = new EventPipeTranslator(feed);
    for (Event event : events) {
      if (event.event instanceof MethodCode code && code.occasion() != Occasion.UNLOAD) {
        translator.expect(code);
      }
    }
    if (!events.isEmpty() && statistics.lostEvents() == 0) {
      feed.coverage(time.applyAsLong(events.get(0).ticks), METHOD_UNLOADS_REPORTED);
    }
    for (Event event : events) {
      translator.translate(time.applyAsLong(event.ticks), event.thread, event.event);
    }
  }

  private long nanosSinceBegin(long ticks) {
    double seconds = (double) (ticks - header.beganTicks()) / header.ticksPerSecond();
    return header.ticksPerSecond() == 1_000_000_000
        ? ticks - header.beganTicks()
        : (long) (seconds * 1e9);
  }
}
