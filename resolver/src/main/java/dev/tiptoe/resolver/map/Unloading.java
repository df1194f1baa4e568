// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import dev.tiptoe.resolver.feed.Coverage;
import dev.tiptoe.resolver.id.AppDomainID;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.RuntimeID;
import dev.tiptoe.resolver.id.ThreadID;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.IntConsumer;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Ends the meaning of an ID and of all that depends on it. The writer's own.
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

  /** Ends an ID and what depends on it; false when the ID meant nothing. */
  boolean unload(long at, RuntimeID id) {
    boolean known = tables.idsOf(id).live(id.value()) != Pages.NONE;
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
    } else if (id instanceof ThreadID thread) {
      IdTable threads = tables.threads().ids();
      end(threads, threads.live(thread.value()), at);
    }
    follow((type, dependent) -> endDependent(at, type, dependent));
    boolean untold = !tables.coverage().isPromised(Coverage.Kind.FUNCTION_UNLOADS);
    if (!(id instanceof FunctionID || id instanceof ThreadID)) {
      if (untold) {
        tables.functions().doubtShared(at);
      }
      tables.classes().takeComposites(row -> doubtClass(at, row));
      follow((type, dependent) -> doubtDependent(at, type, dependent));
    }
    return known;
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
    entry.typeDefs().forEachNewest(row -> endAll(row, classes::older, each -> endClass(at, each)));
    entry
        .methodDefs()
        .forEachNewest(
            row -> endAll(row, functions::older, each -> tables.functions().end(at, each)));
  }

  private static void endAll(int newest, IntUnaryOperator older, IntConsumer end) {
    for (int row = newest; row != Pages.NONE; row = older.applyAsInt(row)) {
      end.accept(row);
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
      tables.functions().end(at, ~dependent);
    } else if (classes.state(dependent) >= 0 && tables.classes().dependsOn(dependent, type)) {
      endClass(at, dependent);
    }
  }

  private void doubtDependent(long at, long type, int dependent) {
    if (dependent < 0) {
      tables.functions().doubt(at, ~dependent);
    } else if (classes.state(dependent) >= 0 && tables.classes().dependsOn(dependent, type)) {
      doubtClass(at, dependent);
    }
  }

  private void writeDownAllDependents() {
    ClassTable types = tables.classes();
    FunctionTable methods = tables.functions();
    live(classes)
        .forEach(
            row ->
                types.dependOn(
                    classes.related(row), types.arguments(row), Dependents.ofClass(row)));
    live(functions)
        .forEach(
            row ->
                types.dependOn(
                    functions.related(row), methods.arguments(row), Dependents.ofFunction(row)));
  }

  private static IntStream live(IdTable ids) {
    return ids.rows().filter(row -> ids.state(row) >= 0);
  }

  private static void end(IdTable ids, int row, long at) {
    if (row != Pages.NONE && ids.state(row) >= 0) {
      ids.end(row, at);
    }
  }
}
