// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.read;

import dev.tiptoe.profile.wire.ProfileBytes;
import java.util.Arrays;
import java.util.BitSet;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Distinct names of collapsed stacks, with numbers in the order in which they came. A name is
 * looked up without making a text of it. Not thread-safe.
 */
final class Segments {

  private static final int MOST = 1 << 22;
  private static final long MOST_BYTES = 1 << 27;

  private final ProfileBytes bytes;

  /** Differs from run to run, so a file cannot be made to fill one chain. */
  private final int seed = ThreadLocalRandom.current().nextInt() | 1;

  private byte[] texts = new byte[1 << 12];

  /** Where each name begins, and the last one ends. */
  private int[] starts = new int[256];

  /** Open addressing; 0 is free, else the number of a name plus 1. */
  private int[] places = new int[512];

  private final BitSet first = new BitSet();
  private final BitSet behind = new BitSet();
  private int size;

  Segments(ProfileBytes bytes) {
    this.bytes = bytes;
  }

  int size() {
    return size;
  }

  /** Records that a line has a name at its beginning, or at another place. */
  void place(int segment, boolean isFirst) {
    (isFirst ? first : behind).set(segment);
  }

  /** Returns whether no name is both at the beginning of a line and at another place. */
  boolean areFirstNamesThreads() {
    return !first.intersects(behind) && !behind.isEmpty();
  }

  /** Returns the number of a name, and adds it if it is new. */
  int of(byte[] line, int from, int end, long offset) {
    int mask = places.length - 1;
    int place = hash(line, from, end) & mask;
    for (int found = places[place]; found != 0; found = places[place]) {
      int segment = found - 1;
      if (Arrays.equals(texts, starts[segment], starts[segment + 1], line, from, end)) {
        return segment;
      }
      place = (place + 1) & mask;
    }
    return add(line, from, end, place, offset);
  }

  private int add(byte[] line, int from, int end, int place, long offset) {
    int length = end - from;
    int start = starts[size];
    if (size == MOST || start + (long) length > MOST_BYTES) {
      throw bytes.bad(
          offset, "more than " + MOST + " distinct names, or " + MOST_BYTES + " bytes of them");
    }
    if (start + length > texts.length) {
      texts = Arrays.copyOf(texts, Math.max(start + length, texts.length * 2));
    }
    System.arraycopy(line, from, texts, start, length);
    if (size + 2 > starts.length) {
      starts = Arrays.copyOf(starts, starts.length * 2);
    }
    starts[++size] = start + length;
    places[place] = size;
    if (size * 2 > places.length) {
      rehash();
    }
    return size - 1;
  }

  private void rehash() {
    places = new int[places.length * 2];
    for (int segment = 0; segment < size; segment++) {
      int place = hash(texts, starts[segment], starts[segment + 1]) & (places.length - 1);
      while (places[place] != 0) {
        place = (place + 1) & (places.length - 1);
      }
      places[place] = segment + 1;
    }
  }

  private int hash(byte[] text, int from, int end) {
    int hash = seed;
    for (int i = from; i < end; i++) {
      hash = (hash ^ text[i]) * 0x01000193;
      hash ^= hash >>> 15;
    }
    return hash ^ (hash >>> 16);
  }
}
