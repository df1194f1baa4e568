// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.bytes;

import dev.tiptoe.metadata.MetadataFormatException;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * A few words of a mapped file, remembered as they were: compared after each answer, they tell when
 * the file was cut or overwritten since, and the answer may be made of garbage.
 *
 * <p>Once sprung it stays so, whatever the file holds later. Threads may share it.
 */
final class Tripwire {

  /** Of what is in memory, and cannot change under its reader: it never springs. */
  static final Tripwire NONE = new Tripwire(ByteBuffer.allocate(0));

  private static final int WORDS = 8;
  private static final int LAST_WORDS = 3;

  /** How far a word is searched for that is not zero and differs from those known. */
  private static final int REACH = 1 << 12;

  /** Where words lie in the file, and what they were: none, or {@link #WORDS}. Immutable. */
  private static final class Words {

    static final Words NONE = new Words(0, 0);

    final int distinct;
    final int[] places;
    final long[] values;

    private Words(int distinct, int room) {
      this.distinct = distinct;
      this.places = new int[room];
      this.values = new long[room];
    }

    boolean has(long value) {
      return Arrays.stream(values).anyMatch(known -> known == value);
    }

    /** One more; the room that is left repeats it. */
    Words plus(int place, long value) {
      Words more = new Words(distinct + 1, WORDS);
      System.arraycopy(places, 0, more.places, 0, distinct);
      System.arraycopy(values, 0, more.values, 0, distinct);
      Arrays.fill(more.places, distinct, WORDS, place);
      Arrays.fill(more.values, distinct, WORDS, value);
      return more;
    }
  }

  private final ByteBuffer file;
  private volatile Words words = Words.NONE;
  private volatile boolean sprung;

  private Tripwire(ByteBuffer file) {
    this.file = file;
  }

  /** The wire of a mapped file: some of its last words, since what is cut off is its end. */
  static Tripwire of(ByteBuffer file) {
    Tripwire wire = new Tripwire(file);
    for (int i = 0; i < LAST_WORDS; i++) {
      wire.watch(file.limit() - Long.BYTES, -1);
    }
    return wire;
  }

  /** Watches a word more, the first from a place on that tells something; seldom more than once. */
  void watch(int from) {
    watch(from, 1);
  }

  /**
   * The words are distinct and none is zero. A read behind the end of a mapped file leaves a
   * register as it was, and only later throws an error: what was there may be what was expected of
   * one word, but not of all.
   */
  private synchronized void watch(int from, int step) {
    if (this == NONE || words.distinct == WORDS) {
      return;
    }
    int end = file.limit() - Long.BYTES;
    for (int at = from, left = REACH; at >= 0 && at <= end && left > 0; at += step, left--) {
      long word = file.getLong(at);
      if (word != 0 && !words.has(word)) {
        words = words.plus(at, word);
        return;
      }
    }
  }

  /**
   * The answer to a question about {@code asked}, unless the file was changed.
   *
   * <p>The JVM may tell of a lost mapping long after the read that met it: at any call, or never
   * before the thread enters the JVM. Whatever leaves here was confirmed after it was read, also
   * what is thrown; and no such error is still to come.
   */
  <T> T answer(Bytes asked, Supplier<T> question) {
    try {
      return confirmed(asked, question);
    } catch (InternalError e) {
      throw changedBy(e, asked);
    }
  }

  /** The same for an answer that is a number. */
  int answerInt(Bytes asked, IntSupplier question) {
    try {
      return confirmedInt(asked, question);
    } catch (InternalError e) {
      throw changedBy(e, asked);
    }
  }

  private <T> T confirmed(Bytes asked, Supplier<T> question) {
    T answer;
    refuseIf(sprung, asked);
    try {
      answer = question.get();
    } catch (RuntimeException | Error e) {
      refuseIf(isChanged(), asked);
      throw e;
    }
    refuseIf(isChanged(), asked);
    return answer;
  }

  private int confirmedInt(Bytes asked, IntSupplier question) {
    int answer;
    refuseIf(sprung, asked);
    try {
      answer = question.getAsInt();
    } catch (RuntimeException | Error e) {
      refuseIf(isChanged(), asked);
      throw e;
    }
    refuseIf(isChanged(), asked);
    return answer;
  }

  private void refuseIf(boolean changed, Bytes asked) {
    if (changed) {
      sprung = true;
      awaitError();
      throw changed(asked);
    }
  }

  /**
   * Compares all words, and decides once: where a read faults, the JVM skips the instruction, and
   * skipping one that compares would leave the outcome of the comparison before.
   */
  private boolean isChanged() {
    // What was read before is not to be read after.
    VarHandle.acquireFence();
    Words known = words;
    int[] places = known.places;
    long[] values = known.values;
    if (places.length != WORDS || values.length != WORDS) {
      return false;
    }
    // A loop would cost half as much again.
    long difference =
        difference(places, values, 0)
            | difference(places, values, 1)
            | difference(places, values, 2)
            | difference(places, values, 3)
            | difference(places, values, 4)
            | difference(places, values, 5)
            | difference(places, values, 6)
            | difference(places, values, 7);
    return difference != 0 || sprung;
  }

  private long difference(int[] places, long[] values, int word) {
    return file.getLong(places[word]) ^ values[word];
  }

  /** For the JVM's word that a mapped file has lost its end; any other error is thrown as it is. */
  private MetadataFormatException changedBy(InternalError error, Bytes asked) {
    if (!String.valueOf(error.getMessage()).contains("unsafe memory access")) {
      throw error;
    }
    sprung = this != NONE;
    return changed(asked);
  }

  private static MetadataFormatException changed(Bytes asked) {
    return asked.damaged(0, "the file was changed while it was open");
  }

  /**
   * Lets the JVM throw now what it would throw later. JDK 17 throws the error of a lost mapping
   * only when the thread enters the JVM for something: to make an array of arrays enters it.
   */
  private void awaitError() {
    byte[][] made = {};
    try {
      made = new byte[WORDS + words.distinct][0];
    } finally {
      Reference.reachabilityFence(made);
    }
  }
}
