// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import dev.tiptoe.resolver.id.AppDomainID;
import dev.tiptoe.resolver.id.AssemblyID;

/** The assemblies, and the domain that each ends with. One writer, lock-free readers. */
final class AssemblyTable {

  private static final AppDomainID NOT_KNOWN = new AppDomainID(0);

  private final DescribedTable<AssemblyEntry> table;
  private final Dependents ofAppDomains = new Dependents();

  AssemblyTable(MapCounters counters) {
    table = new DescribedTable<>(counters);
  }

  IdTable ids() {
    return table.ids();
  }

  AssemblyEntry description(int row) {
    return table.description(row);
  }

  /** From AppDomainIDs to the rows of their assemblies. */
  Dependents ofAppDomains() {
    return ofAppDomains;
  }

  void met(long at, AssemblyID id, EvidenceKind kind, AssemblyEntry claimed) {
    int before = ids().live(id.value());
    AppDomainID known = before == Pages.NONE ? NOT_KNOWN : description(before).appDomain();
    int row = table.met(at, id, kind, claimed);
    AppDomainID now = description(row).appDomain();
    if (known.isNone() && !now.isNone()) {
      ofAppDomains.add(now.value(), row);
    }
  }
}
