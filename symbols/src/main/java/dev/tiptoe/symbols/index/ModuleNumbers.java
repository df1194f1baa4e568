// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Numbers for modules by their MVIDs, and the indexes of those that were opened. MVIDs do not
 * change; indexes are added. Thread-safe.
 */
final class ModuleNumbers {

  static final ModuleNumbers EMPTY = new ModuleNumbers(new long[0]);

  /** The two halves of each MVID, by number. */
  private final long[] mvids;

  /** The number of a module + 1 at the place that its MVID hashes to, or behind; 0 for none. */
  private final int[] slots;

  /** The index of each module; null before it is opened, this if it cannot be used. */
  private final AtomicReferenceArray<@Nullable Object> states;

  /** The sequence points of each opened module, which are requested most often. */
  private final AtomicReferenceArray<@Nullable PointTable> points;

  private ModuleNumbers(long[] mvids) {
    this.mvids = mvids;
    int size = Integer.highestOneBit(Math.max(4, count())) << 3;
    this.slots = new int[size];
    this.states = new AtomicReferenceArray<>(count());
    this.points = new AtomicReferenceArray<>(count());
    for (int module = 0; module < count(); module++) {
      int slot = slot(mvids[2 * module], mvids[2 * module + 1]);
      while (slots[slot] != 0) {
        slot = (slot + 1) & (slots.length - 1);
      }
      slots[slot] = module + 1;
    }
  }

  /** Returns these modules and further ones behind them. */
  ModuleNumbers with(List<UUID> further) {
    long[] all = Arrays.copyOf(mvids, mvids.length + 2 * further.size());
    for (int i = 0; i < further.size(); i++) {
      all[mvids.length + 2 * i] = further.get(i).getMostSignificantBits();
      all[mvids.length + 2 * i + 1] = further.get(i).getLeastSignificantBits();
    }
    ModuleNumbers numbers = new ModuleNumbers(all);
    for (int module = 0; module < count(); module++) {
      // What could not be used may have been replaced.
      SymbolIndex index = index(module);
      if (index != null) {
        numbers.opened(module, index);
      }
    }
    return numbers;
  }

  int count() {
    return mvids.length / 2;
  }

  private int slot(long high, long low) {
    long mixed = (high ^ low * 0x9E3779B97F4A7C15L) * 0xBF58476D1CE4E5B9L;
    return (int) (mixed >>> 32) & (slots.length - 1);
  }

  /** Returns the number of a module; -1 when it is not known. */
  int find(long high, long low) {
    for (int slot = slot(high, low); slots[slot] != 0; slot = (slot + 1) & (slots.length - 1)) {
      int module = slots[slot] - 1;
      if (mvids[2 * module] == high && mvids[2 * module + 1] == low) {
        return module;
      }
    }
    return -1;
  }

  boolean contains(UUID mvid) {
    return find(mvid.getMostSignificantBits(), mvid.getLeastSignificantBits()) >= 0;
  }

  UUID mvid(int module) {
    return new UUID(mvids[2 * module], mvids[2 * module + 1]);
  }

  /** Returns the index of a module; null if it was not opened, or there is no such module. */
  @Nullable SymbolIndex index(int module) {
    Object state = module < 0 || module >= states.length() ? null : states.getAcquire(module);
    return state instanceof SymbolIndex index ? index : null;
  }

  /** Returns the sequence points of a module; null where {@link #index} is. */
  @Nullable PointTable points(int module) {
    return module < 0 || module >= points.length() ? null : points.getAcquire(module);
  }

  /** Returns whether a module was opened. */
  boolean isOpen(int module) {
    return points.getAcquire(module) != null;
  }

  boolean isUnusable(int module) {
    return states.get(module) == this;
  }

  void opened(int module, SymbolIndex index) {
    states.setRelease(module, index);
    points.setRelease(module, index.points());
  }

  void unusable(int module) {
    states.setRelease(module, this);
  }
}
