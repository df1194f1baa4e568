// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.recording;

import dev.tiptoe.metadata.map.LongIntMap;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.AppDomain;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.AssemblyEvent;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.BulkType;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.IlMap;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.MethodCode;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.MethodDetails;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.ModuleEvent;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.Occasion;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.OfAnId;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.ReadyToRunEntryPoint;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Keeps the facts in a file until all are there: each once, with the times at which it was
 * reported. Mutable, not thread-safe.
 *
 * <p>They wait because a runtime writes what each thread reported for itself, and lets the threads
 * follow one another: one thread's unload of a method may come long after another thread's report
 * of the method that got its ID. A map that takes these in the order of the file finds that they
 * contradict one another.
 *
 * <p>What depends on the order within a thread is settled here, since the file has that: into which
 * load context an assembly goes, and which code an IL map is of.
 */
final class FactStore {

  /** The limit of threads of which the last code is known. */
  private static final int MOST_THREADS = 1 << 16;

  /** What a thread reported last. */
  private static final class ThreadState {
    long method;

    /** The number of the code; 0 for none. */
    int code;

    /** The mappings of the next code of a method; at the end of a recording they come first. */
    long next;

    int[] mappings = {};
  }

  private final Facts facts;
  private final FactTable table = new FactTable();
  private final Room room;
  private final Reports reports;
  private final LoadContextTrail contexts = new LoadContextTrail();
  private final Map<Long, ThreadState> threads = new HashMap<>();
  private boolean rundown;

  FactStore(Room room) {
    this.room = room;
    this.facts = new Facts(table, room);
    this.reports = new Reports(table, room);
  }

  Reports reports() {
    return reports;
  }

  /** Returns the fact of a number. */
  RecordedFact fact(int number) {
    return table.get(number);
  }

  /** Returns whether the runtime listed its methods at the end. */
  boolean hasRundown() {
    return rundown;
  }

  /** Returns how many facts there was no room for. */
  long leftOut() {
    return room.refused();
  }

  /** Takes in a fact and returns whether it was not known. */
  boolean add(long at, long thread, RuntimeEvent event) {
    contexts.follow(thread, event);
    if (event instanceof AppDomain its) {
      return report(at, facts.of(its), its);
    } else if (event instanceof AssemblyEvent its) {
      boolean loads = its.occasion() == Occasion.LOAD;
      String context = loads ? contexts.load(thread, its.fullName()).orElse("") : "";
      return report(at, facts.of(its, context), its);
    } else if (event instanceof ModuleEvent its) {
      return report(at, facts.of(its), its);
    } else if (event instanceof MethodCode its) {
      return add(at, thread, its);
    } else if (event instanceof IlMap its) {
      return add(at, thread, its);
    } else if (event instanceof BulkType its) {
      return add(at, its);
    } else if (event instanceof MethodDetails its) {
      return reportOnce(at, facts.of(its), its.method().value());
    } else if (event instanceof ReadyToRunEntryPoint its) {
      return reportOnce(at, facts.of(its), its.method().value());
    }
    return false;
  }

  private boolean report(long at, int fact, OfAnId its) {
    long id = its.id().value();
    if (fact == 0) {
      return false;
    }
    if (its.occasion() == Occasion.UNLOAD) {
      int unload = facts.unloadOf((RecordedFact.Loaded) table.get(fact));
      if (unload != 0) {
        reports.unload(at, unload, id, !(its instanceof MethodCode));
      }
      return false;
    }
    return reports.report(at, fact, id, its.occasion(), true);
  }

  private boolean reportOnce(long at, int fact, long id) {
    return fact != 0 && reports.report(at, fact, id, Occasion.LOAD, false);
  }

  private boolean add(long at, long thread, MethodCode its) {
    int fact = facts.of(its);
    rundown |= its.occasion() == Occasion.END_OF_RECORDING;
    boolean isNew = report(at, fact, its);
    if (fact != 0 && its.occasion() != Occasion.UNLOAD) {
      ThreadState of = thread(thread);
      of.method = its.method().value();
      of.code = fact;
      if (of.mappings.length > 0 && of.next == of.method) {
        reportIl(at, of, of.mappings);
      }
      of.mappings = new int[0];
    }
    return isNew;
  }

  private boolean add(long at, long thread, IlMap its) {
    int[] mappings = Facts.mappings(its);
    ThreadState of = thread(thread);
    if (its.occasion() == Occasion.END_OF_RECORDING) {
      of.next = its.method().value();
      of.mappings = mappings;
      return false;
    }
    return of.method == its.method().value()
        && table.get(of.code) instanceof RecordedFact.Code code
        && code.rejit() == its.rejit()
        && reportIl(at, of, mappings);
  }

  private boolean reportIl(long at, ThreadState of, int[] mappings) {
    return reportOnce(at, facts.il((RecordedFact.Code) table.get(of.code), mappings), of.method);
  }

  /**
   * A type is described before those that it is made of. These come first here, so that it is made
   * of what is known.
   */
  private boolean add(long at, BulkType its) {
    boolean any = false;
    List<RuntimeEvent.TypeDetails> types = its.types();
    for (int i = types.size() - 1; i >= 0; i--) {
      any |= reportOnce(at, facts.of(types.get(i)), types.get(i).type().value());
    }
    return any;
  }

  private ThreadState thread(long id) {
    if (threads.size() == MOST_THREADS && !threads.containsKey(id)) {
      threads.clear();
    }
    return threads.computeIfAbsent(id, any -> new ThreadState());
  }

  /** Ends the taking in of facts, and puts them in order. */
  void complete() {
    threads.clear();
    table.complete();
    reports.sort();
    dropUnloadsAtTheEnd();
  }

  /**
   * Removes the unloads that a runtime reports at its end. It reports everything as unloaded, and
   * then lists what was there at the end. What is in that list was not unloaded after its last
   * load.
   */
  private void dropUnloadsAtTheEnd() {
    LongIntMap there = new LongIntMap();
    reports.retain(
        number -> {
          Occasion occasion = reports.occasion(number);
          RecordedFact fact = table.get(reports.fact(number));
          if (fact instanceof RecordedFact.Unload) {
            return there.get(fact.about()) != 1;
          }
          if (fact instanceof RecordedFact.Loaded) {
            there.put(fact.about(), occasion == Occasion.END_OF_RECORDING ? 1 : 2);
          }
          return true;
        });
  }
}
