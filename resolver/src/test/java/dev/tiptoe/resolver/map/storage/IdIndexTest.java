// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.Random;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/** From IDs to rows, for friendly and for hostile IDs. */
final class IdIndexTest {

  /** The largest there is. */
  private static final int RID = 0xff_ffff;

  private final IdIndex index = new IdIndex();
  private int rows;

  @Test
  void idsSideBySide_areAllFound() {
    long[] next = {0x7f00_0000_0000L};
    assertAllFound(50_000, () -> next[0] += 0x98);
  }

  @Test
  void idsAtRandom_areAllFound() {
    assertAllFound(50_000, new Random(7)::nextLong);
  }

  @Test
  void extremeIDs_areFound() {
    long[] extremes = {0, -1, 1, Long.MIN_VALUE, Long.MAX_VALUE, 0xffff_ffffL};
    int[] next = {0};
    assertAllFound(extremes.length, () -> extremes[next[0]++]);
  }

  /**
   * Multiples of the factor's inverse have small products: without another factor, all share a
   * home.
   */
  @Test
  void idsMadeToCollide_costNoMoreThanOthers() {
    long inverse = inverse(IdHash.SPECTRAL.factor());
    long[] product = {0};
    assertTimeoutPreemptively(
        Duration.ofSeconds(20), () -> assertAllFound(300_000, () -> ++product[0] * inverse));
  }

  @Test
  void word_thatSaysEnded_keepsRowAndRid() {
    publish(5);
    index.put(5, IdIndex.ended(index.word(5)));
    assertEquals(IdIndex.NONE, IdIndex.ifLive(index.word(5)));
    assertEquals(1, newest(5));
  }

  @Test
  void reusedID_leadsToItsNewestRow() {
    int first = publish(5);
    publish(6);
    int second = publish(5);
    assertEquals(second, newest(5));
    assertEquals(first + 1, newest(6));
    for (int i = 0; i < 1_000; i++) {
      second = publish(5);
    }
    assertEquals(second, newest(5));
    assertEquals(Pages.NONE, newest(7));
  }

  private void assertAllFound(int count, LongSupplier ids) {
    long[] published = new long[count];
    for (int i = 0; i < count; i++) {
      published[i] = ids.getAsLong();
      assertEquals(Pages.NONE, newest(published[i]));
      assertEquals(i + 1, publish(published[i]));
    }
    for (int i = 0; i < count; i++) {
      assertEquals(i + 1, newest(published[i]));
    }
  }

  private int publish(long id) {
    index.put(id, IdIndex.word(++rows, RID));
    return rows;
  }

  private int newest(long id) {
    long word = index.word(id);
    assertEquals(word == IdIndex.NONE ? 0 : RID, IdIndex.rid(word));
    return IdIndex.row(word);
  }

  /** The number whose product with an odd one is 1, by Newton's iteration. */
  private static long inverse(long odd) {
    long inverse = odd;
    for (int i = 0; i < 5; i++) {
      inverse *= 2 - odd * inverse;
    }
    assertEquals(1, odd * inverse);
    return inverse;
  }
}
