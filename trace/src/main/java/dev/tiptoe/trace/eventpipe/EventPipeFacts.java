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
 * The facts in a {@code .nettrace} file: domains, assemblies with their load contexts, modules,
 * methods, their code and its IL maps, and what was unloaded.
 *
 * <p>The file is in the order of time only within each thread, and a feed wants all of it so: the
 * events are kept, some 200 bytes each, and sorted. What a rundown tells at the end was true
 * before, and is told as of then.
 */
public final class EventPipeFacts {

  /** Who is told of methods, by the keywords for the JIT and the loader, is told of their end. */
  private static final Coverage METHODS_LEAVE_WITH_A_WORD =
      new Coverage(
          Set.of(Coverage.Kind.FUNCTION_UNLOADS),
          Coverage.State.FROM_HERE,
          "the runtime tells when a method is unloaded");

  /** An event, and when and where it happened. */
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
    // Stable: what a thread wrote within one tick stays in its order.
    events.sort(Comparator.comparingLong(Event::ticks));
    dropLeaveTaking();
    header = reader.header();
    statistics = reader.statistics();
  }

  /**
   * Reads all that is left in {@code reader}.
   *
   * @throws IOException when it cannot be read
   * @throws EventPipeFormatException when it is damaged
   */
  public static EventPipeFacts read(EventPipeReader reader) throws IOException {
    return new EventPipeFacts(reader);
  }

  /**
   * A runtime that ends first says of everything that it is unloaded, and then what was there at
   * the end. What was there at the end was not unloaded after it came for the last time.
   */
  private void dropLeaveTaking() {
    Set<RuntimeID> there = new HashSet<>();
    List<Event> kept = new ArrayList<>(events.size());
    for (int i = events.size() - 1; i >= 0; i--) {
      if (!isLeaveTaking(events.get(i).event, there)) {
        kept.add(events.get(i));
      }
    }
    events.clear();
    Collections.reverse(kept);
    events.addAll(kept);
  }

  private static boolean isLeaveTaking(RuntimeEvent event, Set<RuntimeID> there) {
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

  /** What was found in the file, and what is missing. */
  public EventPipeStatistics statistics() {
    return statistics;
  }

  /** Tells {@code feed} the facts, in nanoseconds since the recording began. */
  public void tell(RuntimeFeed feed) {
    tell(feed, this::nanosSinceBegin);
  }

  /**
   * Tells {@code feed} the facts, in times of its own.
   *
   * @param time from the file's ticks to times of the feed; it never makes a later one earlier
   */
  public void tell(RuntimeFeed feed, LongUnaryOperator time) {
    EventPipeTranslator translator = new EventPipeTranslator(feed);
    for (Event event : events) {
      if (event.event instanceof MethodCode code && code.occasion() != Occasion.UNLOAD) {
        translator.expect(code);
      }
    }
    if (!events.isEmpty() && statistics.lostEvents() == 0) {
      feed.coverage(time.applyAsLong(events.get(0).ticks), METHODS_LEAVE_WITH_A_WORD);
    }
    for (Event event : events) {
      translator.tell(time.applyAsLong(event.ticks), event.thread, event.event);
    }
  }

  private long nanosSinceBegin(long ticks) {
    double seconds = (double) (ticks - header.beganTicks()) / header.ticksPerSecond();
    return header.ticksPerSecond() == 1_000_000_000
        ? ticks - header.beganTicks()
        : (long) (seconds * 1e9);
  }
}
