// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Maps an ID to its most requested properties: its newest row, that row's rid, and whether it has
 * ended or may end. Open addressing, one writer, lock-free readers.
 *
 * <pre>
 *   slot   | ID 64 | word 64
 *   word   | ended 1 | mortal 1 | 0 | rid 24 | row 31, and 0 above it |     0: the slot is empty
 * </pre>
 *
 * <p>ID and word lie side by side, so that a look-up is one visit to memory. A word is written
 * behind its ID and changes as a whole; slots are never emptied: an ID that was added can always be
 * found. A reader that holds slots which were since replaced answers as of the moment it took them.
 */
final class IdIndex {

  /** The word of an ID that is not known. */
  static final long NONE = 0;

  private static final long ENDED = 1L << 63;
  private static final long MORTAL = 1L << 62;
  private static final int RID_SHIFT = 32;

  /**
   * A way to a slot that is much longer than chance would make it: then the IDs were crafted to
   * collide.
   */
  private static final int LONGEST_WAY = 512;

  private static final VarHandle SLOTS;
  private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

  static {
    try {
      SLOTS = MethodHandles.lookup().findVarHandle(IdIndex.class, "slots", Slots.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** The slots, and the hash by which IDs are spread over them, in the order of their hashes. */
  private static final class Slots {
    final long[] words;
    final int count;
    final IdHash hash;

    Slots(int count, IdHash hash) {
      this.words = new long[Math.multiplyExact(count, 2)];
      this.count = count;
      this.hash = hash;
    }

    /** The slot from which on an ID is looked for. */
    int home(long id) {
      return (int) ((Integer.toUnsignedLong(hash.of(id)) * count) >>> Integer.SIZE);
    }

    int behind(int slot) {
      return slot + 1 == count ? 0 : slot + 1;
    }

    /**
     * The slot, where it has the ID, or else the one behind it. Without a branch: whether an ID is
     * at home is chance, and of three such guesses a processor would make one wrong.
     */
    int orBehind(int slot, long id) {
      long difference = id(slot) ^ id;
      int next = slot + (int) ((difference | -difference) >>> (Long.SIZE - 1));
      return next == count ? 0 : next;
    }

    /** The word of a slot; its ID may be read afterwards. */
    long word(int slot) {
      return (long) WORD.getAcquire(words, 2 * slot + 1);
    }

    long id(int slot) {
      return words[2 * slot];
    }

    /** The slot that an ID has, or else the one that it would get. */
    int find(long id) {
      int slot = home(id);
      while (words[2 * slot + 1] != NONE && id(slot) != id) {
        slot = behind(slot);
      }
      return slot;
    }

    void put(int slot, long id, long word) {
      words[2 * slot] = id;
      WORD.setRelease(words, 2 * slot + 1, word);
    }
  }

  private Slots slots = new Slots(4, IdHash.SPECTRAL);
  private int used;

  // ---- words

  static long word(int row, int rid) {
    return (long) rid << RID_SHIFT | row;
  }

  static long ended(long word) {
    return word | ENDED;
  }

  static long mortal(long word) {
    return word | MORTAL;
  }

  /** Whether there is a row that has not ended. */
  static boolean isLive(long word) {
    return word > NONE;
  }

  static boolean isMortal(long word) {
    return (word & MORTAL) != 0;
  }

  /** The word, or {@link #NONE} where its ID has ended. */
  static long ifLive(long word) {
    return word < 0 ? NONE : word;
  }

  static int row(long word) {
    return (int) word;
  }

  static int rid(long word) {
    return (int) (word >>> RID_SHIFT) & RowState.RID_MASK;
  }

  // ---- reading

  /** The word of an ID, or {@link #NONE}. */
  long word(long id) {
    Slots in = (Slots) SLOTS.getAcquire(this);
    int slot = in.orBehind(in.home(id), id);
    long word = in.word(slot);
    while (word != NONE && in.id(slot) != id) {
      slot = in.behind(slot);
      word = in.word(slot);
    }
    return word;
  }

  // ---- writing

  /** Returns the word of an ID, for the writer, which mostly looks for IDs that are not there. */
  long known(long id) {
    return slots.words[2 * slots.find(id) + 1];
  }

  /** Makes a word that of an ID, for every reader. */
  void put(long id, long word) {
    int slot = slots.find(id);
    if (slots.words[2 * slot + 1] == NONE) {
      slot = take(id, slot);
    }
    slots.put(slot, id, word);
  }

  /** Makes room for an ID that is not there yet, and returns the slot for it. */
  private int take(long id, int free) {
    used++;
    int way = free - slots.home(id);
    boolean far = (way < 0 ? way + slots.count : way) > LONGEST_WAY;
    if (!far && used < slots.count - slots.count / 5) {
      return free;
    }
    enlarge(far ? IdHash.unforeseeable() : slots.hash);
    return slots.find(id);
  }

  /** In the order of the hashes both, so that all memory is gone through once. */
  private void enlarge(IdHash hash) {
    Slots larger = new Slots(Math.addExact(slots.count, slots.count / 5 + 6), hash);
    for (int slot = 0; slot < slots.count; slot++) {
      long word = slots.words[2 * slot + 1];
      if (word != NONE) {
        long id = slots.id(slot);
        larger.put(larger.find(id), id, word);
      }
    }
    SLOTS.setRelease(this, larger);
  }
}
