// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.resolver.answer.RuntimeType;
import dev.tiptoe.resolver.id.ClassID;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Maps instantiations and arrays, by their hashes, to their ClassIDs: 20 to 24 bytes each. The type
 * itself is not kept: the caller compares what an ID means. For one thread.
 */
final class TypeIds {

  private static final int NONE = 0;
  private static final int SMALLEST = 16;

  private int[] heads = new int[SMALLEST];
  private int[] hashes = new int[SMALLEST];
  private int[] next = new int[SMALLEST];
  private long[] ids = new long[SMALLEST];
  private int entries = 1;
  private int free = NONE;

  /** The entry that is looked at next, whether it still holds. */
  private int hand = 1;

  /**
   * Adds an ID of a type.
   *
   * @param isStale whether an ID has other types by now; asked of one other entry, so that what is
   *     unloaded does not pile up
   */
  void add(RuntimeType type, ClassID id, StaleCheck isStale) {
    sweep(isStale);
    int hash = hash(type);
    if (!has(hash, id.value())) {
      int entry = entry();
      hashes[entry] = hash;
      ids[entry] = id.value();
      link(entry);
    }
  }

  /** Whether an ID is of another type than that with a hash. */
  interface StaleCheck {
    boolean isStale(int hash, ClassID id);
  }

  /** Passes the IDs that may be of a type. */
  void forEach(RuntimeType type, Consumer<ClassID> action) {
    int hash = hash(type);
    for (int entry = heads[head(hash)]; entry != NONE; entry = next[entry]) {
      if (hashes[entry] == hash) {
        action.accept(new ClassID(ids[entry]));
      }
    }
  }

  /** Passes all IDs, some of which may have other types by now. */
  void forEach(Consumer<ClassID> action) {
    for (int entry = 1; entry < entries; entry++) {
      if (ids[entry] != 0) {
        action.accept(new ClassID(ids[entry]));
      }
    }
  }

  static int hash(RuntimeType type) {
    int hash = type.hashCode() * 0x9e3779b9;
    return hash ^ hash >>> 15;
  }

  private boolean has(int hash, long id) {
    int entry = heads[head(hash)];
    while (entry != NONE && (hashes[entry] != hash || ids[entry] != id)) {
      entry = next[entry];
    }
    return entry != NONE;
  }

  private int head(int hash) {
    return hash & (heads.length - 1);
  }

  private int entry() {
    if (free != NONE) {
      int entry = free;
      free = next[entry];
      return entry;
    }
    if (entries == ids.length) {
      grow(entries * 2);
    }
    return entries++;
  }

  private void grow(int size) {
    hashes = Arrays.copyOf(hashes, size);
    next = Arrays.copyOf(next, size);
    ids = Arrays.copyOf(ids, size);
    heads = new int[size];
    free = NONE;
    for (int entry = 1; entry < entries; entry++) {
      link(entry);
    }
  }

  private void link(int entry) {
    int head = head(hashes[entry]);
    next[entry] = heads[head];
    heads[head] = entry;
  }

  private void sweep(StaleCheck isStale) {
    if (hand >= entries) {
      hand = 1;
      return;
    }
    int entry = hand++;
    if (ids[entry] != 0 && isStale.isStale(hashes[entry], new ClassID(ids[entry]))) {
      unlink(entry);
      ids[entry] = 0;
      next[entry] = free;
      free = entry;
    }
  }

  private void unlink(int entry) {
    int head = head(hashes[entry]);
    if (heads[head] == entry) {
      heads[head] = next[entry];
      return;
    }
    int before = heads[head];
    while (next[before] != entry) {
      before = next[before];
    }
    next[before] = next[entry];
  }
}
