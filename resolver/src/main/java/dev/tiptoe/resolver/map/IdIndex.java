// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * From an ID to the number of its newest row: one int for each slot, open addressing, one writer,
 * lock-free readers.
 *
 * <pre>
 *   slot   | tag: high bits of the ID's hash | row: as many low bits as number the slots |     0: empty
 * </pre>
 *
 * <p>A row's number is always smaller than the number of slots, so both fit into an int. The tag
 * saves a visit to a row of another ID nearly always; the rows themselves hold the IDs. Slots are
 * never emptied: an ID, once met, stays findable. A reader that holds slots which were since
 * replaced by a larger array answers as of the moment it took them.
 */
final class IdIndex {

  private static final VarHandle SLOTS;
  private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(int[].class);

  static {
    try {
      SLOTS = MethodHandles.lookup().findVarHandle(IdIndex.class, "slots", int[].class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Pages rows;
  private final int idWord;
  private final IdHash idHash;

  private int[] slots = new int[4];

  /** An index over rows that hold their ID in the given word. */
  IdIndex(Pages rows, int idWord, IdHash idHash) {
    this.rows = rows;
    this.idWord = idWord;
    this.idHash = idHash;
  }

  /** The newest row of an ID, or {@link Pages#NONE}. */
  int newest(long id) {
    int[] in = (int[]) SLOTS.getAcquire(this);
    int mask = in.length - 1;
    long hash = idHash.of(id);
    int tag = tag(hash, in);
    for (int at = (int) hash & mask; ; at = (at + 1) & mask) {
      int slot = (int) SLOT.getAcquire(in, at);
      if (slot == 0) {
        return Pages.NONE;
      }
      if ((slot & ~mask) == tag && rows.get(slot & mask, idWord) == id) {
        return slot & mask;
      }
    }
  }

  /** Makes a filled row the newest one of its ID, for every reader. */
  void publish(int row) {
    // Sized by rows, not by IDs: a reused ID takes a row but no slot, and row numbers must fit.
    if (row >= slots.length - slots.length / 4) {
      grow();
    }
    put(slots, row);
  }

  private void put(int[] into, int row) {
    int mask = into.length - 1;
    long id = rows.get(row, idWord);
    long hash = idHash.of(id);
    int tag = tag(hash, into);
    int at = (int) hash & mask;
    while (into[at] != 0
        && !((into[at] & ~mask) == tag && rows.get(into[at] & mask, idWord) == id)) {
      at = (at + 1) & mask;
    }
    SLOT.setRelease(into, at, tag | row);
  }

  private void grow() {
    int[] larger = new int[Math.multiplyExact(slots.length, 2)];
    int mask = slots.length - 1;
    for (int slot : slots) {
      if (slot != 0) {
        put(larger, slot & mask);
      }
    }
    SLOTS.setRelease(this, larger);
  }

  private static int tag(long hash, int[] in) {
    return (int) (hash >>> 32) & -in.length;
  }
}
