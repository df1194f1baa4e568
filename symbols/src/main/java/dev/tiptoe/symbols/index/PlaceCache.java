// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

/**
 * Remembers the places of frames, by module, method and IL offset: what a profile asks for once, it
 * asks for again. An answer that is here costs one access to memory; one that is not must be
 * decoded. It begins small, doubles while answers displace one another, and stops at {@value
 * #LARGEST} entries of 16 bytes.
 *
 * <p>Thread-safe without locks: an entry is two numbers, a mixed key combined with the place, and
 * the place. An entry that two threads wrote at once fits neither key, as far as 64 mixed bits can
 * tell, and counts as absent.
 */
final class PlaceCache {

  /** The result of {@link #get} for what is not here; no place is negative. */
  static final long ABSENT = -1;

  static final int LARGEST = 1 << 21;

  private static final int SMALLEST = 1 << 8;

  /** How many neighbouring entries a key may be in: 64 bytes. */
  private static final int WAYS = 4;

  private static final int MODULE_BITS = 20;
  private static final int NUMBER_BITS = 22;

  private volatile long[] entries = new long[2 * SMALLEST];

  /** How many entries were put in; approximate, since threads race for it. */
  private int used;

  /** Returns the key of a frame; 0 for one whose numbers are too large to be kept. */
  static long key(int module, int rid, int ilOffset) {
    boolean fits = module >>> MODULE_BITS == 0 && (rid | ilOffset) >>> NUMBER_BITS == 0;
    return fits
        ? mixed(((long) module << (2 * NUMBER_BITS)) | ((long) rid << NUMBER_BITS) | ilOffset)
        : 0;
  }

  /** Mixes 64 bits so that each depends on all; different numbers stay different. */
  private static long mixed(long number) {
    long mixed = (number ^ (number >>> 32)) * 0x9E3779B97F4A7C15L;
    mixed = (mixed ^ (mixed >>> 29)) * 0xBF58476D1CE4E5B9L;
    return mixed ^ (mixed >>> 32);
  }

  /** Returns the place for a key, or {@link #ABSENT}. */
  long get(long key) {
    long[] table = entries;
    int first = bucket(table, key);
    for (int at = first; at < first + 2 * WAYS; at += 2) {
      long place = table[at + 1];
      if ((table[at] ^ place) == key) {
        // A free entry fits the key 0.
        return key == 0 ? ABSENT : place;
      }
    }
    return ABSENT;
  }

  /** Keeps the place for a key; the key 0 is not kept. */
  void put(long key, long place) {
    if (key == 0) {
      return;
    }
    long[] table = entries;
    if (!isPut(table, key, place)) {
      // The bucket is full: a larger table, or the oldest entry goes.
      if (used > table.length / 8 && table.length < 2 * LARGEST) {
        grow(table);
        table = entries;
      }
      displace(table, key, place);
    }
    used++;
  }

  /** Writes into a free entry of the bucket, if there is one. */
  private static boolean isPut(long[] table, long key, long place) {
    int first = bucket(table, key);
    for (int at = first; at < first + 2 * WAYS; at += 2) {
      if ((table[at] | table[at + 1]) == 0) {
        write(table, at, key, place);
        return true;
      }
    }
    return false;
  }

  private static void displace(long[] table, long key, long place) {
    int first = bucket(table, key);
    System.arraycopy(table, first, table, first + 2, 2 * (WAYS - 1));
    write(table, first, key, place);
  }

  private static void write(long[] table, int at, long key, long place) {
    table[at] = key ^ place;
    table[at + 1] = place;
  }

  /** Doubles the table, and keeps what is in it; what threads write meanwhile may be lost. */
  private synchronized void grow(long[] full) {
    if (entries != full) {
      return;
    }
    long[] larger = new long[2 * full.length];
    for (int at = 0; at < full.length; at += 2) {
      long place = full[at + 1];
      long key = full[at] ^ place;
      if (key != 0 && !isPut(larger, key, place)) {
        displace(larger, key, place);
      }
    }
    entries = larger;
  }

  private static int bucket(long[] table, long key) {
    return (int) key & (table.length - 1) & -(2 * WAYS);
  }
}
