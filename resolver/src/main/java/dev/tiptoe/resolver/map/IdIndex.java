// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * From an ID to the number of its newest row: one int for each slot, open addressing, one writer,
 * lock-free readers.
 *
 * <pre>
 *   slot   | tag: low bits of the ID's hash | row: as many low bits as number the slots |     0: empty
 * </pre>
 *
 * <p>A row's number is always smaller than the number of slots, so both fit into an int. The tag
 * saves a visit to a row of another ID nearly always; the rows themselves hold the IDs. Slots are
 * never emptied: an ID, once met, stays findable. A reader that holds slots which were since
 * replaced answers as of the moment it took them.
 */
final class IdIndex {

  /**
   * A longer way to a slot than chance would make it, by far: then the IDs were made to collide.
   */
  private static final int LONGEST_WAY = 512;

  private static final VarHandle SLOTS;
  private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(int[].class);

  static {
    try {
      SLOTS = MethodHandles.lookup().findVarHandle(IdIndex.class, "slots", Slots.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** The slots, a power of two of them, and the hash by which IDs are spread over them. */
  private static final class Slots {
    final int[] table;
    final IdHash hash;

    Slots(int slots, IdHash hash) {
      this.table = new int[slots];
      this.hash = hash;
    }

    int mask() {
      return table.length - 1;
    }

    /** The hash's high bits: the slot from which on an ID is looked for. */
    int home(int hash) {
      return hash >>> Integer.numberOfLeadingZeros(mask());
    }

    /** The hash's other bits, above those that a row's number takes. */
    int tag(int hash) {
      return hash << Integer.bitCount(mask());
    }
  }

  private final Pages rows;
  private final int idWord;

  private Slots slots = new Slots(4, IdHash.GOLDEN);

  /** An index over rows that hold their ID in the given word. */
  IdIndex(Pages rows, int idWord) {
    this.rows = rows;
    this.idWord = idWord;
  }

  /** The newest row of an ID, or {@link Pages#NONE}. */
  int newest(long id) {
    Slots in = (Slots) SLOTS.getAcquire(this);
    int mask = in.mask();
    int hash = in.hash.of(id);
    int tag = in.tag(hash);
    for (int at = in.home(hash); ; at = (at + 1) & mask) {
      int slot = (int) SLOT.getAcquire(in.table, at);
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
    if (row >= slots.table.length - slots.table.length / 4) {
      enlarge(slots.hash);
    }
    if (put(slots, row) > LONGEST_WAY) {
      enlarge(IdHash.unforeseeable());
    }
  }

  /** Puts a row into its slot, and returns how far from home that is. */
  private int put(Slots into, int row) {
    long id = rows.get(row, idWord);
    int mask = into.mask();
    int hash = into.hash.of(id);
    int tag = into.tag(hash);
    int home = into.home(hash);
    int at = home;
    while (isTakenByAnother(into.table[at], id, tag, mask)) {
      at = (at + 1) & mask;
    }
    SLOT.setRelease(into.table, at, tag | row);
    return (at - home) & mask;
  }

  private boolean isTakenByAnother(int slot, long id, int tag, int mask) {
    return slot != 0 && ((slot & ~mask) != tag || rows.get(slot & mask, idWord) != id);
  }

  private void enlarge(IdHash hash) {
    int mask = slots.mask();
    Slots larger = new Slots(Math.multiplyExact(slots.table.length, 2), hash);
    for (int slot : slots.table) {
      if (slot != 0) {
        put(larger, slot & mask);
      }
    }
    SLOTS.setRelease(this, larger);
  }
}
