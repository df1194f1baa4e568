// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.bytes;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A few words of a mapped file, remembered when it was mapped: read again after each answer, they
 * tell when the file was cut or overwritten since.
 *
 * <p>Once sprung it stays so, whatever the file holds later. Threads may share it.
 */
final class Tripwire {

  /** Of a file that is no mapping, and cannot change under its reader. */
  static final Tripwire NONE = new Tripwire(ByteBuffer.allocate(0), new int[0]);

  private static final int WORDS = 8;
  private static final int PAGE = 4096;

  private final ByteBuffer file;
  private final int[] places;
  private final long[] words;

  /** Not volatile: each thread that missed another's discovery makes its own. */
  private boolean sprung;

  private Tripwire(ByteBuffer file, int[] places) {
    this.file = file;
    this.places = places;
    this.words = Arrays.stream(places).mapToLong(file::getLong).toArray();
  }

  /**
   * The wire of a mapped file. Half of its words are the last in the file, since what is cut off is
   * its end; the others are the first behind the DOS header, where a compiler leaves what differs
   * in every build.
   */
  static Tripwire of(ByteBuffer file) {
    int[] places = new int[WORDS];
    int count = choose(file, file.limit() - Long.BYTES, -1, places, 0, WORDS / 2);
    count = choose(file, Math.min(0x80, file.limit()), 1, places, count, WORDS);
    // A power of two, so that one is chosen without a division.
    return new Tripwire(file, Arrays.copyOf(places, Integer.highestOneBit(count)));
  }

  /** Adds places of words that are not zero and differ, within a page from {@code from} on. */
  private static int choose(
      ByteBuffer file, int from, int step, int[] places, int known, int most) {
    int count = known;
    for (int i = 0; i < PAGE && count < most; i++) {
      int at = from + i * step;
      if (at < 0 || at > file.limit() - Long.BYTES) {
        return count;
      }
      long word = file.getLong(at);
      if (word != 0 && Arrays.stream(places, 0, count).allMatch(p -> file.getLong(p) != word)) {
        places[count++] = at;
      }
    }
    return count;
  }

  /** Whether it was found that the file was changed. */
  boolean hasSprung() {
    return sprung;
  }

  /**
   * Looks whether the file was changed.
   *
   * <p>A read behind the end of a mapped file leaves a register as it was, and only later throws an
   * error: what was there may be the very word that was expected. So {@code salt} chooses the word,
   * and answers that follow one another bring different ones.
   */
  boolean springs(int salt) {
    if (places.length > 0 && !sprung) {
      int one = (salt ^ salt >>> 3) & (places.length - 1);
      int other = (one + (places.length >>> 1)) & (places.length - 1);
      sprung = isCut(one) || isCut(other);
    }
    return sprung;
  }

  private boolean isCut(int word) {
    return file.getLong(places[word]) != words[word];
  }

  /** Marks the file as changed. */
  void spring() {
    sprung = true;
  }

  /**
   * Lets the JVM throw now what it would throw later. JDK 17 throws the error of a lost mapping
   * only when the thread enters the JVM for something: to make an array of arrays enters it.
   */
  void awaitError() {
    byte[][] made = {};
    try {
      made = new byte[WORDS + places.length][0];
    } catch (InternalError e) {
      sprung = true;
    } finally {
      Reference.reachabilityFence(made);
    }
  }
}
