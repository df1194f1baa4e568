// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe;

import dev.tiptoe.resolver.feed.Coverage;
import dev.tiptoe.resolver.feed.ReportedName;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.id.RuntimeID;
import dev.tiptoe.trace.eventpipe.RuntimeEvent.AppDomain;
import dev.tiptoe.trace.eventpipe.RuntimeEvent.AssemblyEvent;
import dev.tiptoe.trace.eventpipe.RuntimeEvent.BindStart;
import dev.tiptoe.trace.eventpipe.RuntimeEvent.BindStop;
import dev.tiptoe.trace.eventpipe.RuntimeEvent.BulkType;
import dev.tiptoe.trace.eventpipe.RuntimeEvent.IlMap;
import dev.tiptoe.trace.eventpipe.RuntimeEvent.MethodCode;
import dev.tiptoe.trace.eventpipe.RuntimeEvent.MethodDetails;
import dev.tiptoe.trace.eventpipe.RuntimeEvent.MethodNames;
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
  private final Optional<EventPipeFormatException> damage;
  private long undecodable;

  private EventPipeFacts(EventPipeReader reader, FactFilter filter) throws IOException {
    damage = read(reader, filter);
    // The sort is stable: events of a thread within one tick keep their order.
    events.sort(Comparator.comparingLong(Event::ticks));
    dropUnloadsAtTheEnd();
    header = reader.header();
    statistics = reader.statistics();
  }

  private Optional<EventPipeFormatException> read(EventPipeReader reader, FactFilter filter)
      throws IOException {
    try {
      for (var next = reader.next(); next.isPresent(); next = reader.next()) {
        EventPipeEvent event = next.get();
        filter.met(event);
        fact(event)
            .flatMap(fact -> filter.take(event, fact))
            .ifPresent(fact -> events.add(new Event(event.ticks(), event.threadId(), fact)));
      }
      return Optional.empty();
    } catch (EventPipeFormatException e) {
      return Optional.of(e);
    }
  }

  /** An event whose payload is not what the runtime writes says nothing about the others. */
  private Optional<RuntimeEvent> fact(EventPipeEvent event) {
    try {
      return RuntimeEvent.of(event).filter(EventPipeFacts::isAFact);
    } catch (EventPipeFormatException e) {
      undecodable++;
      return Optional.empty();
    }
  }

  /** Takes an event out of the facts, or takes out parts of it. */
  interface FactFilter {

    /** Takes in any event, before what it says. */
    default void met(EventPipeEvent event) {}

    /** Returns what is to be kept of a fact; empty for nothing. */
    Optional<RuntimeEvent> take(EventPipeEvent event, RuntimeEvent fact);
  }

  /**
   * Reads all remaining events of {@code reader}, or those before the first damage.
   *
   * @throws IOException when it cannot be read
   */
  public static EventPipeFacts read(EventPipeReader reader) throws IOException {
    return new EventPipeFacts(reader, (event, fact) -> Optional.of(fact));
  }

  /** Does the same, and keeps what a filter leaves. */
  static EventPipeFacts readFiltered(EventPipeReader reader, FactFilter filter) throws IOException {
    return new EventPipeFacts(reader, filter);
  }

  /** Returns the damage that ended the reading; empty when there was none. */
  public Optional<EventPipeFormatException> damage() {
    return damage;
  }

  /** Returns the number of the runtime's events that are not as the runtime writes them. */
  public long undecodable() {
    return undecodable;
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
        || event instanceof BulkType
        || event instanceof MethodDetails
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
    passTo(feed, header::nanosSinceBegin);
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
      long at = time.applyAsLong(event.ticks);
      translator.translate(at, event.thread, event.event);
      if (event.event instanceof MethodCode code) {
        name(feed, at, code);
      }
    }
  }

  /** Passes the runtime's names for a method on; dynamic methods have theirs elsewhere. */
  static void name(RuntimeFeed feed, long at, MethodCode code) {
    MethodNames names = code.names();
    if (!names.name().isEmpty() && (code.flags() & MethodCode.DYNAMIC) == 0) {
      ReportedName name = new ReportedName(names.namespace(), names.name(), names.signature());
      feed.methodNamed(at, code.method(), name);
    }
  }

  /** Returns whether any module was unloaded before the end. */
  boolean unloadsModules() {
    return events.stream()
        .anyMatch(
            each ->
                each.event instanceof ModuleEvent module && module.occasion() == Occasion.UNLOAD);
  }

  /** Returns whether the file ends with a list of the methods that had code then. */
  boolean hasRundown() {
    return events.stream()
        .anyMatch(
            each ->
                each.event instanceof MethodCode code
                    && code.occasion() == Occasion.END_OF_RECORDING);
  }

  /** Passes on where the code of methods lay that were unloaded before the end. */
  void forEachUnloadedCode(CodeRange action) {
    for (Event each : events) {
      if (each.event instanceof MethodCode code && code.occasion() == Occasion.UNLOAD) {
        action.accept(code.codeStart(), code.codeSize());
      }
    }
  }

  /** Takes a range of code. */
  interface CodeRange {

    /** Takes the first address and the size in bytes. */
    void accept(long start, int size);
  }
}
