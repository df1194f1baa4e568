// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import dev.tiptoe.resolver.feed.Coverage;
import dev.tiptoe.resolver.id.AppDomainID;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.RuntimeID;
import dev.tiptoe.resolver.id.ThreadID;
import dev.tiptoe.resolver.map.storage.Replay.Moved;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.function.IntUnaryOperator;
import java.util.function.LongFunction;

/**
 * Ends the meaning of an ID and of all that depends on it. Used by the writer only.
 *
 * <p>A domain ends its assemblies, an assembly its modules, a module its types and methods. A type
 * ends the types built on it (its arrays, instantiations over it, derived types) and the methods it
 * declares or that are instantiated over it, wherever their tokens are: {@code List<Plugin>} has
 * CoreLib's metadata and dies with the plugin. The runtime does not report what shared code is made
 * of, so after any unload it is not known whether such code is still there, unless the feed
 * {@linkplain Coverage.Kind#FUNCTION_UNLOADS reports the end of each method}. The same holds for
 * pointers, whose targets are not reported either.
 *
 * <p>The dependents of a mortal type are recorded in {@link Dependents}. A type of a module that is
 * not marked collectible has no such list. When the first of these is unloaded all the same,
 * everything is searched, once, and from then on all dependents are recorded. So the total time for
 * unloads is proportional to the number of facts.
 */
final class Unloading {

  private static final int MOST_ROUNDS = 8;

  private final MapTables tables;
  private final IdTable classes;
  private final IdTable functions;

  /** Types that ended, or became uncertain, and whose dependents are still to do the same. */
  private final Deque<Long> ended = new ArrayDeque<>();

  /** Whether one of them had seemed immortal, so that not all its dependents are recorded. */
  private boolean immortalEnded;

  Unloading(MapTables tables) {
    this.tables = tables;
    this.classes = tables.classes().ids();
    this.functions = tables.functions().ids();
  }

  /** Ends an ID and what depends on it, where no fact is newer; false when the ID meant nothing. */
  boolean unload(long at, RuntimeID id) {
    IdTable ids = tables.idsOf(id);
    int row = ids.live(id.value());
    boolean known = row != Pages.NONE;
    if (known) {
      ids.note(row, NoteLists.UNLOADED, at);
    } else {
      tables.replayOf(id).unknownUnload(id.value(), at);
    }
    if (id instanceof AppDomainID appDomain) {
      endAppDomain(at, appDomain);
    } else if (id instanceof AssemblyID assembly) {
      endAssembly(at, assembly);
    } else if (id instanceof ModuleID module) {
      endModule(at, tables.modules().ids().live(module.value()));
    } else if (id instanceof ClassID type) {
      endClass(at, classes.live(type.value()));
      ended.add(type.value()); // others may refer to a type without a description
    } else if (id instanceof FunctionID function) {
      tables.functions().end(at, functions.live(function.value()));
    } else if (id instanceof ThreadID) {
      end(ids, row, at);
    }
    follow((type, dependent) -> endDependent(at, type, dependent));
    if (takesUntold(id)) {
      boolean untold = noteUnload(at);
      endMadeOfUncertain(at);
      if (untold) {
        tables.functions().doubtShared(at);
      }
      tables.classes().takeComposites((each, since) -> doubtClass(at, each));
      doubtMadeOfUncertain(at);
      follow((type, dependent) -> doubtDependent(at, type, dependent));
    }
    tables.horizonOf(id).ended(at);
    return known;
  }

  /**
   * Ends the rows that were reported since the last unload as made of types with unknown meanings,
   * if these types have ended in any case.
   */
  private void endMadeOfUncertain(long at) {
    ClassTable types = tables.classes();
    types
        .madeOfUncertain()
        .forEachUntaken(
            (row, since) -> {
              if (classes.isLive(row) && types.isMadeOfUncertain(row)) {
                endIf(types.end(row, since), at, () -> endClass(at, row));
              }
            });
    FunctionTable methods = tables.functions();
    methods
        .overUncertain()
        .forEachUntaken(
            (row, since) -> {
              if (functions.isLive(row) && methods.isOverUncertain(row)) {
                endIf(methods.end(row, since), at, () -> methods.end(at, row));
              }
            });
    follow((type, dependent) -> endDependent(at, type, dependent));
  }

  private static void endIf(End end, long at, Runnable action) {
    if (end.certain() && end.at() <= at) {
      action.run();
    }
  }

  /** Ends the certainty of the others of them. */
  private void doubtMadeOfUncertain(long at) {
    ClassTable types = tables.classes();
    types
        .madeOfUncertain()
        .take(
            (row, since) -> {
              if (types.isMadeOfUncertain(row)) {
                doubtClass(at, row);
              }
            });
    FunctionTable methods = tables.functions();
    methods
        .overUncertain()
        .take(
            (row, since) -> {
              if (methods.isOverUncertain(row)) {
                methods.doubt(at, row);
              }
            });
  }

  /**
   * Applies an unload that is older than another fact: the facts of the IDs concerned are replayed
   * in the order of their own times.
   *
   * @return false when the ID meant nothing then
   */
  boolean unloadLate(long at, RuntimeID id) {
    boolean known = tables.idsOf(id).validAt(id.value(), at) != Pages.NONE;
    tables.replayOf(id).unload(id.value(), at);
    if (takesUntold(id)) {
      if (noteUnload(at)) {
        again(tables.functions().sharedCode(), functions, at, FunctionID::new);
      }
      again(tables.classes().composites(), classes, at, ClassID::new);
      again(tables.classes().madeOfUncertain(), classes, at, ClassID::new);
      again(tables.functions().overUncertain(), functions, at, FunctionID::new);
      tables.functions().replay().replayObservedBefore(at);
      tables.classes().replay().replayObservedBefore(at);
    }
    tables.horizonOf(id).ended(at);
    return known;
  }

  /** Replays the rows that a late unload makes uncertain. */
  private void again(PendingRows rows, IdTable ids, long at, LongFunction<RuntimeID> typed) {
    Set<RuntimeID> concerned = new LinkedHashSet<>();
    rows.forEach(
        (row, since) -> {
          if (!ids.isVoid(row) && ids.from(row) <= at && at < ids.to(row)) {
            concerned.add(typed.apply(ids.id(row)));
          }
        });
    concerned.forEach(each -> tables.replayOf(each).replay(each.value(), at));
  }

  /** Returns whether an unload may take other IDs along without a report of the runtime. */
  private static boolean takesUntold(RuntimeID id) {
    return !(id instanceof FunctionID || id instanceof ThreadID);
  }

  /** Notes the time of an unload; returns whether it left open which methods went with it. */
  private boolean noteUnload(long at) {
    tables.shared().unloads().add(at);
    boolean untold = !tables.coverage().isPromised(Coverage.Kind.FUNCTION_UNLOADS);
    if (untold) {
      tables.functions().untold().add(at);
    }
    return untold;
  }

  private void endAppDomain(long at, AppDomainID id) {
    IdTable appDomains = tables.appDomains().ids();
    end(appDomains, appDomains.live(id.value()), at);
    IdTable assemblies = tables.assemblies().ids();
    tables
        .assemblies()
        .ofAppDomains()
        .take(
            id.value(),
            row -> {
              if (assemblies.state(row) >= 0) {
                endAssembly(at, new AssemblyID(assemblies.id(row)));
              }
            });
  }

  private void endAssembly(long at, AssemblyID id) {
    IdTable assemblies = tables.assemblies().ids();
    end(assemblies, assemblies.live(id.value()), at);
    tables.modules().ofAssemblies().take(id.value(), row -> endModule(at, row));
  }

  private void endModule(long at, int module) {
    IdTable modules = tables.modules().ids();
    if (module == Pages.NONE || modules.state(module) < 0) {
      return;
    }
    end(modules, module, at);
    ModuleEntry entry = tables.modules().entry(module);
    entry
        .typeDefs()
        .forEachNewest(row -> forEachOf(row, classes::older, each -> endClass(at, each)));
    entry
        .methodDefs()
        .forEachNewest(
            row -> forEachOf(row, functions::older, each -> tables.functions().end(at, each)));
  }

  private static void forEachOf(int newest, IntUnaryOperator older, IntConsumer action) {
    for (int row = newest; row != Pages.NONE; row = older.applyAsInt(row)) {
      action.accept(row);
    }
  }

  private void endClass(long at, int row) {
    if (tables.classes().end(at, row)) {
      gone(row);
    }
  }

  private void doubtClass(long at, int row) {
    if (tables.classes().doubt(at, row)) {
      gone(row);
    }
  }

  private void gone(int row) {
    ended.add(classes.id(row));
    immortalEnded |= (classes.state(row) & RowState.MORTAL) == 0;
  }

  /** What happens to the dependents of the types that are gone, and to theirs. */
  private interface Consequence {
    void of(long type, int dependent);
  }

  private void follow(Consequence consequence) {
    while (!ended.isEmpty()) {
      if (immortalEnded && tables.classes().noneIsImmortal()) {
        writeDownAllDependents();
      }
      long type = ended.remove();
      tables.dependents().take(type, dependent -> consequence.of(type, dependent));
    }
  }

  private void endDependent(long at, long type, int dependent) {
    if (dependent < 0) {
      if (tables.functions().dependsOn(~dependent, type)) {
        tables.functions().end(at, ~dependent);
      }
    } else if (classes.state(dependent) >= 0 && tables.classes().dependsOn(dependent, type)) {
      endClass(at, dependent);
    }
  }

  private void doubtDependent(long at, long type, int dependent) {
    if (dependent < 0) {
      if (tables.functions().dependsOn(~dependent, type)) {
        tables.functions().doubt(at, ~dependent);
      }
    } else if (classes.state(dependent) >= 0 && tables.classes().dependsOn(dependent, type)) {
      doubtClass(at, dependent);
    }
  }

  // ---- what follows from late facts

  /**
   * Replays all that depends on what ended otherwise than was thought, and what depends on that.
   * Types that depend on one another in a circle, which no runtime has, are replayed a few times
   * each.
   */
  void followMoved() {
    Queue<Moved> moved = tables.shared().moved();
    Map<Round, Integer> rounds = new HashMap<>();
    while (!moved.isEmpty()) {
      Moved each = moved.remove();
      Round round = new Round(each.id(), each.span().after());
      if (rounds.merge(round, 1, Integer::sum) <= MOST_ROUNDS) {
        followContents(each);
        Set<Dependent> dependents = new LinkedHashSet<>();
        collectDependents(each, dependents);
        dependents.forEach(one -> tables.replayOf(one.id()).replay(one.id().value(), one.at()));
        if (each.id() instanceof ModuleID module) {
          tables
              .modules()
              .takeWaiting(module)
              .forEach(one -> tables.replayOf(one.id()).replay(one.id().value(), one.at()));
        }
      }
    }
  }

  /** Identifies what is to be followed a few times only. */
  private record Round(RuntimeID id, long after) {}

  /** What is filed under an ID goes to that meaning of it which had it. */
  private void followContents(Moved moved) {
    if (moved.id() instanceof FunctionID function) {
      tables.code().follow(function, moved.span());
    } else if (moved.id() instanceof ModuleID module) {
      ModuleTable modules = tables.modules();
      for (int row : modules.ids().rowsIn(moved.span(), module.value())) {
        tables
            .absences()
            .forEach(
                modules.entry(row).absentTypeDefs(),
                (at, rid) -> {
                  int right = modules.ids().validAt(module.value(), at);
                  if (right == Pages.NONE) {
                    tables.absences().await(new Absences.Early(at, at, module, rid));
                  } else if (right != row) {
                    tables.absences().met(at, modules.entry(right).absentTypeDefs(), rid);
                  }
                });
      }
    }
  }

  private void collectDependents(Moved moved, Set<Dependent> found) {
    RuntimeID id = moved.id();
    Span span = moved.span();
    if (id instanceof AppDomainID) {
      collect(
          tables.assemblies().ofAppDomains(),
          moved,
          tables.assemblies().ids(),
          AssemblyID::new,
          found);
    } else if (id instanceof AssemblyID) {
      collect(tables.modules().ofAssemblies(), moved, tables.modules().ids(), ModuleID::new, found);
    } else if (id instanceof ModuleID module) {
      collectContents(module, span, found);
    } else if (id instanceof ClassID) {
      if (tables.classes().noneIsImmortal()) {
        writeDownAllDependents();
      }
      tables
          .dependents()
          .forEachSince(
              span.after(),
              id.value(),
              row -> {
                if (row < 0) {
                  collect(~row, span, functions, FunctionID::new, found);
                } else {
                  collect(row, span, classes, ClassID::new, found);
                }
              });
    }
  }

  private static void collect(
      int row, Span span, IdTable ids, LongFunction<RuntimeID> typed, Set<Dependent> found) {
    if (span.touches(ids.interval(row))) {
      found.add(new Dependent(typed.apply(ids.id(row)), ids.from(row)));
    }
  }

  private static void collect(
      Dependents dependents,
      Moved moved,
      IdTable ids,
      LongFunction<RuntimeID> typed,
      Set<Dependent> found) {
    Span span = moved.span();
    dependents.forEachSince(
        span.after(), moved.id().value(), row -> collect(row, span, ids, typed, found));
  }

  /** The types and methods that are, or were taken to be, in what the module's ID meant then. */
  private void collectContents(ModuleID module, Span span, Set<Dependent> found) {
    for (int row : tables.modules().ids().rowsIn(span, module.value())) {
      ModuleEntry entry = tables.modules().entry(row);
      IntConsumer type = each -> collect(each, span, classes, ClassID::new, found);
      IntConsumer method = each -> collect(each, span, functions, FunctionID::new, found);
      entry.typeDefs().forEachNewest(newest -> forEachOf(newest, classes::older, type));
      entry.methodDefs().forEachNewest(newest -> forEachOf(newest, functions::older, method));
    }
  }

  private void writeDownAllDependents() {
    // A row may have come to depend on a type long after it began: it does so when it ends.
    ClassTable types = tables.classes();
    FunctionTable methods = tables.functions();
    classes
        .rows()
        .forEach(
            row ->
                types.dependOn(
                    classes.related(row),
                    types.arguments(row),
                    Dependents.ofClass(row),
                    classes.to(row)));
    functions
        .rows()
        .forEach(
            row ->
                types.dependOn(
                    functions.related(row),
                    methods.arguments(row),
                    Dependents.ofFunction(row),
                    functions.to(row)));
  }

  private static void end(IdTable ids, int row, long at) {
    if (row != Pages.NONE && ids.state(row) >= 0) {
      ids.end(row, at);
    }
  }
}
