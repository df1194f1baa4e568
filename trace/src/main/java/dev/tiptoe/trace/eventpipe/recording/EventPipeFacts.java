// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.recording;

import dev.tiptoe.resolver.feed.Coverage;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.AppDomain;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.AssemblyEvent;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.BindStart;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.BindStop;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.BulkType;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.IlMap;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.MethodCode;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.MethodDetails;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.ModuleEvent;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.ReadyToRunEntryPoint;
import dev.tiptoe.trace.eventpipe.format.EventPipeEvent;
import dev.tiptoe.trace.eventpipe.format.EventPipeFormatException;
import dev.tiptoe.trace.eventpipe.format.EventPipeHeader;
import dev.tiptoe.trace.eventpipe.format.EventPipeReader;
import dev.tiptoe.trace.eventpipe.format.EventPipeStatistics;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;

/**
 * Reads the facts in a {@code .nettrace} file: domains, assemblies with their load contexts,
 * modules, methods, their code and its IL maps, and unloads.
 *
 * <p>The file is ordered by time only within each thread, and a feed needs the order of time, so
 * the facts are kept, each once, and sorted. What does not fit into about two thirds of the heap,
 * with what the map makes of it, is left out and counted. Facts that a rundown lists at the end
 * were true before, and are passed on with the time of the rundown.
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

  private final FactStore store;
  private final EventPipeHeader header;
  private final EventPipeStatistics statistics;
  private final Optional<EventPipeFormatException> damage;
  private long undecodable;

  private EventPipeFacts(EventPipeReader reader, FactFilter filter, Room room) throws IOException {
    store = new FactStore(room);
    damage = read(reader, filter);
    store.complete();
    header = reader.header();
    statistics = reader.statistics();
  }

  private Optional<EventPipeFormatException> read(EventPipeReader reader, FactFilter filter)
      throws IOException {
    try {
      for (var next = reader.next(); next.isPresent(); next = reader.next()) {
        EventPipeEvent event = next.get();
        filter.met(event);
        fact(event).ifPresent(fact -> keep(event, fact, filter));
      }
      return Optional.empty();
    } catch (EventPipeFormatException e) {
      return Optional.of(e);
    }
  }

  private void keep(EventPipeEvent event, RuntimeEvent fact, FactFilter filter) {
    boolean isNew =
        filter
            .take(event, fact)
            .filter(taken -> store.add(event.ticks(), event.threadId(), taken))
            .isPresent();
    if (isNew) {
      filter.isNew(event, fact);
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

    /** Takes in a fact that was kept, and was not known. */
    default void isNew(EventPipeEvent event, RuntimeEvent fact) {}
  }

  /**
   * Reads all remaining events of {@code reader}, or those before the first damage.
   *
   * @throws IOException when it cannot be read
   */
  public static EventPipeFacts read(EventPipeReader reader) throws IOException {
    return new EventPipeFacts(reader, (event, fact) -> Optional.of(fact), new Room());
  }

  /** Does the same, and keeps what a filter leaves. */
  static EventPipeFacts readFiltered(EventPipeReader reader, FactFilter filter, Room room)
      throws IOException {
    return new EventPipeFacts(reader, filter, room);
  }

  /** Returns the damage that ended the reading; empty when there was none. */
  public Optional<EventPipeFormatException> damage() {
    return damage;
  }

  /** Returns the number of the runtime's events that are not as the runtime writes them. */
  public long undecodable() {
    return undecodable;
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
    Reports reports = store.reports();
    EventPipeTranslator translator = new EventPipeTranslator(feed, store);
    if (reports.count() > 0 && statistics.lostEvents() == 0) {
      long first = reports.ticks(reports.number(0));
      feed.coverage(time.applyAsLong(first), METHOD_UNLOADS_REPORTED);
    }
    for (int i = 0; i < reports.count(); i++) {
      int number = reports.number(i);
      translator.translate(time.applyAsLong(reports.ticks(number)), reports.fact(number));
    }
  }

  /** Returns whether any module was unloaded before the end. */
  boolean unloadsModules() {
    boolean[] any = new boolean[1];
    forEachUnload(what -> any[0] |= what instanceof RecordedFact.Module);
    return any[0];
  }

  /** Returns whether the file ends with a list of the methods that had code then. */
  boolean hasRundown() {
    return store.hasRundown();
  }

  /** Passes on where the code of methods lay that were unloaded before the end. */
  void forEachUnloadedCode(CodeRange action) {
    forEachUnload(
        what -> {
          if (what instanceof RecordedFact.Code code) {
            action.accept(code.start(), code.size());
          }
        });
  }

  private void forEachUnload(Consumer<RecordedFact.Loaded> action) {
    Reports reports = store.reports();
    for (int i = 0; i < reports.count(); i++) {
      if (store.fact(reports.fact(reports.number(i))) instanceof RecordedFact.Unload unload) {
        action.accept(unload.what());
      }
    }
  }

  /** Takes a range of code. */
  interface CodeRange {

    /** Takes the first address and the size in bytes. */
    void accept(long start, int size);
  }
}
