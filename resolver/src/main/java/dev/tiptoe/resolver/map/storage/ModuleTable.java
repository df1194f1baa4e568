// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.RuntimeID;
import dev.tiptoe.resolver.map.EvidenceKind;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The modules, each with its token indexes. One writer, lock-free readers. */
final class ModuleTable {

  private final ModuleNames names = new ModuleNames();
  private final Dependents ofAssemblies = new Dependents();
  private final TokenRoom room = new TokenRoom();
  private final DescribedTable<ModuleEntry> table;

  /** From modules that are contested to what some fact puts into them meanwhile. */
  private final Map<Long, Set<Dependent>> waiting = new HashMap<>();

  /** The module that was requested last: facts come in runs about one module. */
  private int lastRow = Pages.NONE;

  ModuleTable(AssemblyTable assemblies, Replay.Shared shared, IdTable.Watcher watcher) {
    DescribedTable.Kind<ModuleEntry> kind =
        new DescribedTable.Kind<>() {
          @Override
          public void learned(long at, ModuleEntry before, ModuleEntry now, int row) {
            names.learn(before.loaded(), now.loaded(), row);
            if (!now.loaded().assembly().equals(before.loaded().assembly())) {
              began(at, now, row);
            }
          }

          @Override
          public void began(long at, ModuleEntry description, int row) {
            AssemblyID assembly = description.loaded().assembly();
            if (!assembly.isNone()) {
              ofAssemblies.add(assembly.value(), row, at);
            }
          }

          @Override
          public End end(ModuleEntry description, long at) {
            AssemblyID assembly = description.loaded().assembly();
            return assembly.isNone()
                ? End.NEVER
                : assemblies.replay().endAfter(assembly.value(), at);
          }
        };
    table = new DescribedTable<>(ModuleEntry.NONE, kind, shared, ModuleID::new, watcher);
  }

  IdTable ids() {
    return table.ids();
  }

  Replay<ModuleEntry> replay() {
    return table.replay();
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

  /**
   * What there is for a module whose tokens have IDs at a time: that of the time, or else the next.
   * A type may be observed before any fact names its module.
   */
  ModuleEntry holds(ModuleID id, long time) {
    int row = ids().validAt(id.value(), time);
    int next =
        row == Pages.NONE && time != StoredView.NOW ? ids().nextAfter(id.value(), time) : row;
    return next == Pages.NONE ? ModuleEntry.NONE : entry(next);
  }

  ModuleID id(int row) {
    return new ModuleID(ids().id(row));
  }

  void met(long at, ModuleID id, LoadedModule loaded, EvidenceKind kind) {
    table.met(at, id, kind, new ModuleEntry(loaded, room));
    if (ids().count() > RowState.MAX_MODULE_ROW) {
      throw new IllegalStateException("more than " + RowState.MAX_MODULE_ROW + " modules");
    }
  }

  /**
   * Returns the row of a module for a fact about now; creates one for an ID to which other facts
   * only referred so far. {@link Lifecycle#UNKNOWN_OWNER} if it is not known what the ID means.
   */
  int rowFor(long at, ModuleID id) {
    if (lastRow == Pages.NONE
        || ids().id(lastRow) != id.value()
        || ids().state(lastRow) < 0
        || ids().from(lastRow) > at) {
      lastRow = ids().live(id.value());
      if (lastRow == Pages.NONE || ids().from(lastRow) > at) {
        lastRow = rowAt(at, id);
      }
    }
    int found = lastRow;
    lastRow = Math.max(found, Pages.NONE);
    return found;
  }

  /** The same for a fact about any time; if the row is not known, the ID has to wait. */
  int rowAt(long at, ModuleID id, RuntimeID asks) {
    int row = rowAt(at, id);
    if (row == Lifecycle.UNKNOWN_OWNER) {
      waiting.computeIfAbsent(id.value(), any -> new HashSet<>()).add(new Dependent(asks, at));
    }
    return row;
  }

  /** The same for a fact about any time. */
  int rowAt(long at, ModuleID id) {
    int row = ids().validAt(id.value(), at);
    if (row == Pages.NONE) {
      met(at, id, ModuleEntry.UNDESCRIBED, EvidenceKind.NAMED);
      row = ids().validAt(id.value(), at);
    }
    return row == Pages.NONE ? Lifecycle.UNKNOWN_OWNER : row;
  }

  /** A module has other metadata than before. */
  void metadataChanged(ModuleID id) {
    int row = ids().newestOf(id.value());
    if (row != Pages.NONE) {
      ids().changed(row);
    }
  }

  /** Returns what waited for the description of a module. */
  Set<Dependent> takeWaiting(ModuleID id) {
    Set<Dependent> taken = waiting.remove(id.value());
    return taken == null ? Set.of() : taken;
  }
}
