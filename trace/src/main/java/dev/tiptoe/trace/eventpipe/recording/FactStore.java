// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.recording;

import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.AppDomain;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.AssemblyEvent;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.BulkType;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.IlMap;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.MethodCode;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.MethodDetails;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.ModuleEvent;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.Occasion;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.ReadyToRunEntryPoint;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Keeps the facts in a file until all are there: each once, some 40 bytes for most, with the times
 * at which it was reported. Mutable, not thread-safe.
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
    int code;

    /** The mappings of the next code of a method; at the end of a recording they come first. */
    long next;

    int mappings;
  }

  private final Room room;
  private final FactBodies bodies = new FactBodies();
  private final FactCodec codec;
  private final Reports reports;
  private final LoadContextTrail contexts = new LoadContextTrail();
  private final Map<Long, ThreadState> threads = new HashMap<>();
  private boolean rundown;

  FactStore(Room room) {
    this.room = room;
    this.codec = new FactCodec(bodies, room);
    this.reports = new Reports(bodies, room);
  }

  FactCodec codec() {
    return codec;
  }

  Reports reports() {
    return reports;
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
      return report(at, codec.add(its), its.id().value(), its.occasion());
    } else if (event instanceof AssemblyEvent its) {
      boolean loads = its.occasion() == Occasion.LOAD;
      String context = loads ? contexts.load(thread, its.fullName()).orElse("") : "";
      return report(at, codec.add(its, context), its.id().value(), its.occasion());
    } else if (event instanceof ModuleEvent its) {
      return report(at, codec.add(its), its.id().value(), its.occasion());
    } else if (event instanceof MethodCode its) {
      return add(at, thread, its);
    } else if (event instanceof IlMap its) {
      return add(at, thread, its);
    } else if (event instanceof BulkType its) {
      return add(at, its);
    } else if (event instanceof MethodDetails its) {
      return tellOnce(at, codec.add(its), its.method().value());
    } else if (event instanceof ReadyToRunEntryPoint its) {
      return tellOnce(at, codec.add(its), its.method().value());
    }
    return false;
  }

  private boolean report(long at, int fact, long id, Occasion occasion) {
    if (fact == 0) {
      return false;
    }
    if (occasion == Occasion.UNLOAD) {
      int unload = codec.addUnload(id, fact);
      if (unload != 0) {
        reports.unload(at, unload, id, codec.kind(fact) != FactCodec.CODE);
      }
      return false;
    }
    return reports.report(at, fact, id, occasion, true);
  }

  private boolean tellOnce(long at, int fact, long id) {
    return fact != 0 && reports.report(at, fact, id, Occasion.LOAD, false);
  }

  private boolean add(long at, long thread, MethodCode its) {
    int fact = codec.add(its);
    rundown |= its.occasion() == Occasion.END_OF_RECORDING;
    boolean isNew = report(at, fact, its.method().value(), its.occasion());
    if (fact != 0 && its.occasion() != Occasion.UNLOAD) {
      ThreadState of = thread(thread);
      of.method = its.method().value();
      of.code = fact;
      if (of.mappings != 0 && of.next == of.method) {
        tellIl(at, its.method(), fact, of.mappings);
      }
      of.mappings = 0;
    }
    return isNew;
  }

  private boolean add(long at, long thread, IlMap its) {
    int mappings = codec.mappings(its.mappings());
    if (mappings == 0) {
      return false;
    }
    ThreadState of = thread(thread);
    if (its.occasion() == Occasion.END_OF_RECORDING) {
      of.next = its.method().value();
      of.mappings = mappings;
      return false;
    }
    return of.method == its.method().value()
        && of.code != 0
        && codec.code(of.code, Occasion.LOAD).rejit() == its.rejit()
        && tellIl(at, its.method(), of.code, mappings);
  }

  private boolean tellIl(long at, FunctionID method, int code, int mappings) {
    return tellOnce(at, codec.addIl(method, code, mappings), method.value());
  }

  /**
   * A type is described before those that it is made of. These come first here, so that it is made
   * of what is known.
   */
  private boolean add(long at, BulkType its) {
    boolean any = false;
    List<RuntimeEvent.TypeDetails> types = its.types();
    for (int i = types.size() - 1; i >= 0; i--) {
      any |= tellOnce(at, codec.add(types.get(i)), types.get(i).type().value());
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
    bodies.complete();
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
          int fact = reports.fact(number);
          if (occasion == Occasion.UNLOAD) {
            return there.get(codec.id(fact)) != 1;
          }
          if (codec.kind(fact) <= FactCodec.CODE) {
            there.put(codec.id(fact), occasion == Occasion.END_OF_RECORDING ? 1 : 2);
          }
          return true;
        });
  }
}
