// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import dev.tiptoe.resolver.id.AppDomainID;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.EvidenceKind;

/** The assemblies, and the domain that each ends with. One writer, lock-free readers. */
final class AssemblyTable {

  private static final AssemblyEntry NOTHING =
      new AssemblyEntry("", new AppDomainID(0), new ModuleID(0), "");

  private final Dependents ofAppDomains = new Dependents();
  private final DescribedTable<AssemblyEntry> table;

  AssemblyTable(
      DescribedTable<AppDomainEntry> appDomains, Replay.Shared shared, IdTable.Watcher watcher) {
    DescribedTable.Kind<AssemblyEntry> kind =
        new DescribedTable.Kind<>() {
          @Override
          public void learned(long at, AssemblyEntry before, AssemblyEntry now, int row) {
            if (!now.appDomain().equals(before.appDomain())) {
              began(at, now, row);
            }
          }

          @Override
          public void began(long at, AssemblyEntry description, int row) {
            if (!description.appDomain().isNone()) {
              ofAppDomains.add(description.appDomain().value(), row, at);
            }
          }

          @Override
          public End end(AssemblyEntry description, long at) {
            AppDomainID domain = description.appDomain();
            return domain.isNone() ? End.NEVER : appDomains.replay().endAfter(domain.value(), at);
          }
        };
    table = new DescribedTable<>(NOTHING, kind, shared, AssemblyID::new, watcher);
  }

  IdTable ids() {
    return table.ids();
  }

  Replay<AssemblyEntry> replay() {
    return table.replay();
  }

  AssemblyEntry description(int row) {
    return table.description(row);
  }

  /** From AppDomainIDs to the rows of their assemblies. */
  Dependents ofAppDomains() {
    return ofAppDomains;
  }

  void met(long at, AssemblyID id, EvidenceKind kind, AssemblyEntry claimed) {
    table.met(at, id, kind, claimed);
  }
}
