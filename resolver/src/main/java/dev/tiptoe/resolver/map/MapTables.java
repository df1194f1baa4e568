// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import dev.tiptoe.resolver.id.AppDomainID;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.RuntimeID;
import dev.tiptoe.resolver.id.ThreadID;
import java.util.Optional;

/** The map's whole memory: one table for each kind of ID. One writer, lock-free readers. */
record MapTables(
    DescribedTable<AppDomainEntry> appDomains,
    AssemblyTable assemblies,
    ModuleTable modules,
    ClassTable classes,
    FunctionTable functions,
    CodeTable code,
    DescribedTable<ThreadEntry> threads,
    Absences absences,
    Dependents dependents,
    MapCounters counters,
    CoverageHistory coverage) {

  static MapTables empty() {
    MapCounters counters = new MapCounters();
    Dependents dependents = new Dependents();
    ModuleTable modules = new ModuleTable(counters);
    ClassTable classes = new ClassTable(modules, dependents, counters);
    FunctionTable functions = new FunctionTable(modules, classes, counters);
    return new MapTables(
        new DescribedTable<>(counters),
        new AssemblyTable(counters),
        modules,
        classes,
        functions,
        new CodeTable(functions, counters),
        new DescribedTable<>(counters),
        new Absences(),
        dependents,
        counters,
        new CoverageHistory());
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
