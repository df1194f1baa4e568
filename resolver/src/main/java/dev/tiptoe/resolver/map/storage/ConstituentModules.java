// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import dev.tiptoe.resolver.id.AppDomainID;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.ModuleID;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Finds the modules that the types and methods of one time consist of: their own module, and those
 * of their type arguments at any depth. Any thread.
 */
final class ConstituentModules {

  /** The desktop CLR's name for the domain of what all domains share. */
  private static final String SHARED = "EE Shared Assembly Repository";

  /** Types that one type is made of: hostile ones could be made of very many. */
  private static final int MOST_PARTS = 4096;

  private final MapTables tables;
  private final long time;

  ConstituentModules(MapTables tables, long time) {
    this.tables = tables;
    this.time = time;
  }

  /** Whether a module, and those of type arguments, all pass. */
  boolean all(Predicate<ModuleID> passes, ModuleID module, List<ClassID> arguments) {
    Set<ClassID> seen = new HashSet<>(arguments);
    Deque<ClassID> parts = new ArrayDeque<>(seen);
    boolean all = passes.test(module);
    while (all && !parts.isEmpty()) {
      int row = tables.classes().ids().validAt(parts.remove().value(), time);
      if (row != Pages.NONE) {
        ModuleID of = tables.classes().module(row);
        all = seen.size() <= MOST_PARTS && (of.isNone() || passes.test(of));
        tables.classes().parts(row).stream().filter(seen::add).forEach(parts::add);
      }
    }
    return all;
  }

  /**
   * Returns whether a module belongs to a domain, or to the shared one. A module whose domain is
   * not known belongs to any.
   */
  boolean isIn(AppDomainID domain, ModuleID module) {
    int row = tables.modules().ids().validAt(module.value(), time);
    AssemblyID assembly =
        row == Pages.NONE ? new AssemblyID(0) : tables.modules().entry(row).loaded().assembly();
    int assemblyRow = tables.assemblies().ids().validAt(assembly.value(), time);
    if (assemblyRow == Pages.NONE) {
      return true;
    }
    AppDomainID of = tables.assemblies().description(assemblyRow).appDomain();
    return of.isNone() || of.equals(domain) || isShared(of);
  }

  private boolean isShared(AppDomainID domain) {
    int row = tables.appDomains().ids().validAt(domain.value(), time);
    return row != Pages.NONE && tables.appDomains().description(row).name().equals(SHARED);
  }
}
