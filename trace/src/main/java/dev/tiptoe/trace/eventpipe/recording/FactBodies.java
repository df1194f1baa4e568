// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.recording;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Distinct sequences of bytes, each with two numbers that can be changed. Mutable, not thread-safe.
 *
 * <pre>
 *   length 32 | first 32 | last 32 | bytes, padded to 4
 * </pre>
 *
 * <p>A sequence is named by its place, counted in units of 4 bytes; 0 is none.
 */
final class FactBodies {

  /** The memory of a sequence beside its bytes and their padding, with its slots. */
  static final int OVERHEAD = 24;

  /** The longest sequence. */
  static final int LONGEST = 1 << 18;

  private static final int CHUNK_SHIFT = 20;
  private static final int CHUNK = 1 << CHUNK_SHIFT;
  private static final int UNIT_SHIFT = 2;
  private static final int FIRST = 4;
  private static final int LAST = 8;
  private static final int HEADER = 12;

  /** So many bits has a place. */
  private static final int PLACE_BITS = 29;

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private final List<byte[]> chunks = new ArrayList<>();
  private final int seed = ThreadLocalRandom.current().nextInt() | 1;
  private long end = CHUNK;
  private int[] slots = new int[1 << 10];
  private int count;

  FactBodies() {
    // The first place must not be 0, and no chunk is needed for nothing.
    chunks.add(new byte[0]);
  }

  /** Returns the place of a sequence that is kept; 0 where it is not. */
  int find(byte[] bytes, int length) {
    return slots[slot(bytes, 0, length)];
  }

  /** Keeps a sequence, unless it is kept already, and returns its place; 0 where there is none. */
  int add(byte[] bytes, int length) {
    int slot = slot(bytes, 0, length);
    if (slots[slot] != 0) {
      return slots[slot];
    }
    if (length > LONGEST || (end + CHUNK) >>> UNIT_SHIFT >= 1L << PLACE_BITS) {
      return 0;
    }
    long start = start(HEADER + length);
    int place = (int) (start >>> UNIT_SHIFT);
    INT.set(chunk(place), offset(place), length);
    System.arraycopy(bytes, 0, chunk(place), offset(place) + HEADER, length);
    slots[slot] = place;
    if (++count > slots.length / 3 * 2) {
      grow();
    }
    return place;
  }

  /** Returns where so many bytes go: none lie in two chunks. */
  private long start(int size) {
    int padded = size + 3 & -4;
    if ((end & (CHUNK - 1)) + padded > CHUNK) {
      end = ((end >>> CHUNK_SHIFT) + 1) << CHUNK_SHIFT;
    }
    if (end >>> CHUNK_SHIFT == chunks.size()) {
      chunks.add(new byte[CHUNK]);
    }
    long start = end;
    end += padded;
    return start;
  }

  /** Ends the search for sequences, and gives back its memory. */
  void complete() {
    slots = new int[1];
    count = 1;
  }

  int first(int place) {
    return (int) INT.get(chunk(place), offset(place) + FIRST);
  }

  void setFirst(int place, int value) {
    INT.set(chunk(place), offset(place) + FIRST, value);
  }

  int last(int place) {
    return (int) INT.get(chunk(place), offset(place) + LAST);
  }

  void setLast(int place, int value) {
    INT.set(chunk(place), offset(place) + LAST, value);
  }

  /** Returns the bytes of a sequence. */
  FactInput read(int place) {
    return new FactInput(chunk(place), offset(place) + HEADER, length(place));
  }

  private int length(int place) {
    return (int) INT.get(chunk(place), offset(place));
  }

  private byte[] chunk(int place) {
    return chunks.get((int) ((long) place << UNIT_SHIFT >>> CHUNK_SHIFT));
  }

  private static int offset(int place) {
    return (place << UNIT_SHIFT) & (CHUNK - 1);
  }

  private int slot(byte[] bytes, int from, int length) {
    int mask = slots.length - 1;
    int slot = hash(bytes, from, length) & mask;
    while (slots[slot] != 0 && !isAt(slots[slot], bytes, from, length)) {
      slot = slot + 1 & mask;
    }
    return slot;
  }

  private boolean isAt(int place, byte[] bytes, int from, int length) {
    int there = offset(place) + HEADER;
    return length(place) == length
        && Arrays.equals(chunk(place), there, there + length, bytes, from, from + length);
  }

  /** Four bytes at a time; with a seed, so that no file can be made to collide. */
  private int hash(byte[] bytes, int from, int length) {
    long hash = (long) seed + length;
    int at = from;
    for (; at + Integer.BYTES <= from + length; at += Integer.BYTES) {
      hash = (hash ^ (int) INT.get(bytes, at)) * 0x9e3779b97f4a7c15L;
      hash ^= hash >>> Integer.SIZE;
    }
    for (; at < from + length; at++) {
      hash = (hash ^ bytes[at]) * 0x9e3779b97f4a7c15L;
      hash ^= hash >>> Integer.SIZE;
    }
    return (int) (hash ^ hash >>> 15);
  }

  private void grow() {
    int[] before = slots;
    slots = new int[2 * before.length];
    for (int place : before) {
      if (place != 0) {
        slots[slot(chunk(place), offset(place) + HEADER, length(place))] = place;
      }
    }
  }
}
