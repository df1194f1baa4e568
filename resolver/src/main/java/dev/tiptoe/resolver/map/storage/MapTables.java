// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import dev.tiptoe.resolver.feed.RuntimeInfo;
import dev.tiptoe.resolver.id.AppDomainID;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.RuntimeID;
import dev.tiptoe.resolver.id.ThreadID;
import dev.tiptoe.resolver.map.AppDomainFact;
import dev.tiptoe.resolver.map.AssemblyFact;
import dev.tiptoe.resolver.map.ModuleFact;
import dev.tiptoe.resolver.map.ThreadFact;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** All tables of the map: one for each kind of ID. One writer, lock-free readers. */
record MapTables(
    DescribedTable<AppDomainEntry> appDomains,
    AssemblyTable assemblies,
    ModuleTable modules,
    ClassTable classes,
    FunctionTable functions,
    NativeCodeTable code,
    NativeImageTable images,
    OsThreadNames osThreads,
    KernelFunctions kernelFunctions,
    DescribedTable<ThreadEntry> threads,
    Absences absences,
    Dependents dependents,
    Replay.Shared shared,
    CoverageHistory coverage,
    MapListeners listeners,
    Forgotten forgotten,
    AtomicReference<Optional<RuntimeInfo>> runtime) {

  static MapTables empty(MapListeners listeners, Forgotten forgotten) {
    MapCounters counters = new MapCounters();
    Replay.Shared shared =
        new Replay.Shared(counters, new Unloads(), new Horizon(), new ArrayDeque<>());
    // The end of a thread ends nothing else.
    Replay.Shared ofThreads =
        new Replay.Shared(counters, shared.unloads(), new Horizon(), shared.moved());
    Dependents dependents = new Dependents();
    DescribedTable<AppDomainEntry> appDomains =
        new DescribedTable<>(
            new AppDomainEntry(""),
            DescribedTable.Kind.plain(),
            shared,
            AppDomainID::new,
            listeners.ofModules(AppDomainID::new));
    AssemblyTable assemblies =
        new AssemblyTable(appDomains, shared, listeners.ofModules(AssemblyID::new));
    ModuleTable modules = new ModuleTable(assemblies, shared, listeners.ofModules(ModuleID::new));
    ClassTable classes = new ClassTable(modules, dependents, shared, listeners.of(ClassID::new));
    FunctionTable functions =
        new FunctionTable(modules, classes, shared, listeners.of(FunctionID::new));
    return new MapTables(
        appDomains,
        assemblies,
        modules,
        classes,
        functions,
        new NativeCodeTable(functions, counters),
        new NativeImageTable(),
        new OsThreadNames(),
        new KernelFunctions(),
        new DescribedTable<>(
            ThreadEntry.of(0),
            DescribedTable.Kind.plain(),
            ofThreads,
            ThreadID::new,
            listeners.of(ThreadID::new)),
        new Absences(),
        dependents,
        shared,
        new CoverageHistory(),
        listeners,
        forgotten,
        new AtomicReference<>(Optional.empty()));
  }

  MapCounters counters() {
    return shared.counters();
  }

  /** Returns the last end of the kind of meaning that an ID has. */
  Horizon horizonOf(RuntimeID id) {
    return replayOf(id).horizon();
  }

  /** Returns the replay for IDs of a kind. */
  Replay<?> replayOf(RuntimeID id) {
    if (id instanceof ClassID) {
      return classes.replay();
    }
    if (id instanceof FunctionID) {
      return functions.replay();
    }
    if (id instanceof ModuleID) {
      return modules.replay();
    }
    if (id instanceof AssemblyID) {
      return assemblies.replay();
    }
    return id instanceof AppDomainID ? appDomains.replay() : threads.replay();
  }

  /** The table of an ID's kind. */
  IdTable idsOf(RuntimeID id) {
    if (id instanceof ClassID) {
      return classes.ids();
    }
    if (id instanceof FunctionID) {
      return functions.ids();
    }
    if (id instanceof ModuleID) {
      return modules.ids();
    }
    if (id instanceof AssemblyID) {
      return assemblies.ids();
    }
    return id instanceof AppDomainID ? appDomains.ids() : threads.ids();
  }

  AppDomainFact appDomainFact(int row, long time) {
    IdTable ids = appDomains.ids();
    return new AppDomainFact(
        new AppDomainID(ids.id(row)),
        appDomains.description(row).name(),
        ids.interval(row),
        ids.evidence(row, time),
        ids.isDisputed(row));
  }

  AssemblyFact assemblyFact(int row, long time) {
    IdTable ids = assemblies.ids();
    AssemblyEntry entry = assemblies.description(row);
    return new AssemblyFact(
        new AssemblyID(ids.id(row)),
        entry.name(),
        entry.appDomain(),
        entry.manifestModule(),
        Optional.of(entry.loadContext()).filter(name -> !name.isEmpty()),
        ids.interval(row),
        ids.evidence(row, time),
        ids.isDisputed(row));
  }

  ModuleFact moduleFact(int row, long time) {
    IdTable ids = modules.ids();
    return new ModuleFact(
        modules.id(row),
        modules.entry(row).loaded(),
        ids.interval(row),
        ids.evidence(row, time),
        ids.isDisputed(row));
  }

  ThreadFact threadFact(int row, long time) {
    IdTable ids = threads.ids();
    ThreadEntry entry = threads.description(row);
    return new ThreadFact(
        new ThreadID(ids.id(row)),
        entry.osThreadId(),
        entry.name(),
        entry.osName(),
        ids.interval(row),
        ids.evidence(row, time),
        ids.isDisputed(row));
  }
}
