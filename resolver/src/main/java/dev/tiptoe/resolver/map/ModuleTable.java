// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.id.ModuleID;

/** The modules, each with its token indexes. One writer, lock-free readers. */
final class ModuleTable {

  private final DescribedTable<ModuleEntry> table;
  private final ModuleNames names = new ModuleNames();
  private final Dependents ofAssemblies = new Dependents();
  private final TokenRoom room = new TokenRoom();

  /** The module that was asked for last: facts come in runs about one module. */
  private int lastRow = Pages.NONE;

  ModuleTable(MapCounters counters) {
    table = new DescribedTable<>(counters);
  }

  IdTable ids() {
    return table.ids();
  }

  ModuleNames names() {
    return names;
  }

  /** From AssemblyIDs to the rows of their modules. */
  Dependents ofAssemblies() {
    return ofAssemblies;
  }

  ModuleEntry entry(int row) {
    return table.description(row);
  }

  /** What there is for a module at a time: nothing, where it is not loaded then. */
  ModuleEntry validAt(ModuleID id, long time) {
    int row = ids().validAt(id.value(), time);
    return row == Pages.NONE ? ModuleEntry.NONE : entry(row);
  }

  ModuleID id(int row) {
    return new ModuleID(ids().id(row));
  }

  void met(long at, ModuleID id, LoadedModule loaded, EvidenceKind kind) {
    int before = ids().live(id.value());
    LoadedModule known = before == Pages.NONE ? ModuleEntry.UNDESCRIBED : entry(before).loaded();
    int row = table.met(at, id, kind, new ModuleEntry(loaded, room));
    if (row > RowState.MAX_MODULE_ROW) {
      throw new IllegalStateException("more than " + RowState.MAX_MODULE_ROW + " modules");
    }
    LoadedModule now = entry(row).loaded();
    names.learn(known, now, row);
    if (known.assembly().isNone() && !now.assembly().isNone()) {
      ofAssemblies.add(now.assembly().value(), row);
    }
  }

  /**
   * Returns the live row of a module; creates one for an ID to which other facts only referred so
   * far.
   */
  int rowFor(long at, ModuleID id) {
    if (lastRow == Pages.NONE || ids().id(lastRow) != id.value() || ids().state(lastRow) < 0) {
      lastRow = ids().live(id.value());
      if (lastRow == Pages.NONE) {
        met(at, id, ModuleEntry.UNDESCRIBED, EvidenceKind.NAMED);
        lastRow = ids().live(id.value());
      }
    }
    return lastRow;
  }
}
