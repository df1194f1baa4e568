// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Caches the replacements for the texts of frames. Thread-safe, without locks.
 *
 * <p>A text has two slots, and the last one that was resolved takes the first of them. Long texts
 * are not kept, so the memory is bounded: {@value #SLOTS} times {@value #MOST_KEPT} bytes.
 */
final class FrameCache {

  /** The replacement of a text. Immutable; its arrays are not changed. */
  static final class Entry {

    /** The hash of the text. */
    final long hash;

    /** The text. */
    final byte[] text;

    /** How many of its bytes stay. */
    final int keep;

    /** Where the frame in it ends; 0 if it begins with none. */
    final int end;

    /** The text between. */
    final byte[] replacement;

    /** Whether the frame is of a state machine, or else of the method that starts it. */
    final boolean ofMachine;

    /** The replacement of a whole frame that starts one; empty if it stays. */
    final byte[] starting;

    /** Whether the frame is noise. */
    final boolean noise;

    Entry(
        long hash,
        byte[] text,
        int keep,
        int end,
        byte[] replacement,
        boolean ofMachine,
        byte[] starting,
        boolean noise) {
      this.hash = hash;
      this.text = text;
      this.keep = keep;
      this.end = end;
      this.replacement = replacement;
      this.ofMachine = ofMachine;
      this.starting = starting;
      this.noise = noise;
    }

    boolean isOf(long otherHash, byte[] bytes, int from, int to) {
      return hash == otherHash && Arrays.equals(text, 0, text.length, bytes, from, to);
    }
  }

  /** A power of two. */
  private static final int SLOTS = 1 << 14;

  private static final int MOST_KEPT = 2 << 10;

  private static final VarHandle EIGHT_BYTES =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long FACTOR = 0x9e3779b97f4a7c15L;

  private final AtomicReferenceArray<@Nullable Entry> entries = new AtomicReferenceArray<>(SLOTS);

  static long hash(long seed, byte[] bytes, int from, int to) {
    long hash = seed * FACTOR + (to - from);
    int at = from;
    for (; at + Long.BYTES <= to; at += Long.BYTES) {
      hash = (hash ^ (long) EIGHT_BYTES.get(bytes, at)) * FACTOR;
      hash ^= hash >>> 29;
    }
    for (; at < to; at++) {
      hash = (hash ^ bytes[at]) * FACTOR;
    }
    return hash ^ hash >>> 32;
  }

  /** Returns what is kept for a text, if anything is. */
  @Nullable Entry get(long hash, byte[] bytes, int from, int to) {
    int slot = (int) hash & (SLOTS - 2);
    Entry first = entries.getAcquire(slot);
    if (first != null && first.isOf(hash, bytes, from, to)) {
      return first;
    }
    Entry second = entries.getAcquire(slot + 1);
    return second != null && second.isOf(hash, bytes, from, to) ? second : null;
  }

  void put(Entry entry) {
    if (entry.text.length + entry.replacement.length + entry.starting.length <= MOST_KEPT) {
      int slot = (int) entry.hash & (SLOTS - 2);
      entries.setRelease(slot + 1, entries.getAcquire(slot));
      entries.setRelease(slot, entry);
    }
  }
}
