// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import dev.tiptoe.resolver.id.AppDomainID;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.ModuleID;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Whether types are made of nothing that belongs to another application domain, at one time. Used
 * by one thread.
 *
 * <p>What belongs to the domain that all others share belongs to each; what belongs to nobody knows
 * which is not held against it.
 */
final class DomainCheck {

  /** The desktop CLR's name for the domain of what all domains share. */
  private static final String SHARED = "EE Shared Assembly Repository";

  /** Types that one type is made of: hostile ones could be made of very many. */
  private static final int MOST_PARTS = 4096;

  private final MapTables tables;
  private final long time;
  private final AppDomainID domain;

  DomainCheck(MapTables tables, long time, AppDomainID domain) {
    this.tables = tables;
    this.time = time;
    this.domain = domain;
  }

  /** Whether nothing of a module's row with these type arguments belongs elsewhere. */
  boolean passes(ModuleID module, List<ClassID> arguments) {
    Set<ClassID> seen = new HashSet<>(arguments);
    Deque<ClassID> parts = new ArrayDeque<>(seen);
    boolean here = isHere(module);
    while (here && !parts.isEmpty()) {
      int row = tables.classes().ids().validAt(parts.remove().value(), time);
      if (row != Pages.NONE) {
        here = isHere(tables.classes().module(row)) && seen.size() <= MOST_PARTS;
        tables.classes().parts(row).stream().filter(seen::add).forEach(parts::add);
      }
    }
    return here;
  }

  private boolean isHere(ModuleID module) {
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

  private boolean isShared(AppDomainID other) {
    int row = tables.appDomains().ids().validAt(other.value(), time);
    return row != Pages.NONE && tables.appDomains().description(row).name().equals(SHARED);
  }
}
