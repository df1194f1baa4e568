// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class PlaceCacheTest {

  /** The one place of a key, so that any other answer is a wrong one. */
  private static long placeOf(long key) {
    return ((key * 31) ^ (key >>> 7)) & Long.MAX_VALUE;
  }

  private static long key(int number) {
    return PlaceCache.key(number % 300, 1 + ((number / 300) % 5000), number / 300);
  }

  @Test
  void get_ofNumbersTooLargeForAKey_isAbsent() {
    PlaceCache cache = new PlaceCache();
    long key = PlaceCache.key(1 << 20, 1, 1);

    cache.put(key, 7);

    assertEquals(0, key);
    assertEquals(0, PlaceCache.key(0, 1, -1));
    assertEquals(0, PlaceCache.key(0, 1 << 22, 1));
    assertEquals(PlaceCache.ABSENT, cache.get(key));
  }

  @Property(tries = 200)
  void key_ofDifferentFrames_differs(
      @ForAll @IntRange(max = (1 << 20) - 1) int module,
      @ForAll @IntRange(min = 1, max = (1 << 22) - 1) int rid,
      @ForAll @IntRange(max = (1 << 22) - 2) int ilOffset) {
    long key = PlaceCache.key(module, rid, ilOffset);

    assertNotEquals(0, key);
    assertNotEquals(key, PlaceCache.key(module, rid, ilOffset + 1));
    assertNotEquals(key, PlaceCache.key(module ^ 1, rid, ilOffset));
    assertNotEquals(key, PlaceCache.key(module, rid ^ 1, ilOffset));
  }

  @Test
  void get_afterAMillionFrames_hasNearlyAll() {
    PlaceCache cache = new PlaceCache();
    IntStream.range(1, 1_000_000).forEach(i -> cache.put(key(i), placeOf(key(i))));

    long found = IntStream.range(1, 1_000_000).filter(i -> isRight(cache, key(i))).count();

    assertTrue(found > 900_000, found + " found");
  }

  @Test
  void get_afterMoreFramesThanItHolds_hasTheLatest() {
    PlaceCache cache = new PlaceCache();
    int all = 3 * PlaceCache.LARGEST;
    IntStream.range(1, all).forEach(i -> cache.put(key(i), placeOf(key(i))));

    long found = IntStream.range(all - 1000, all).filter(i -> isRight(cache, key(i))).count();

    assertTrue(found > 900, found + " found");
  }

  @Test
  void get_whileOthersWriteAndItGrows_isRightOrAbsent() throws Exception {
    PlaceCache cache = new PlaceCache();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<Integer>> hits =
          IntStream.range(0, 4)
              .mapToObj(thread -> threads.submit(() -> putAndGet(cache, thread)))
              .toList();
      for (Future<Integer> hit : hits) {
        assertTrue(hit.get() > 0);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static int putAndGet(PlaceCache cache, int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int hits = 0;
    for (int i = 0; i < 500_000; i++) {
      long key = key(1 + random.nextInt(i < 100_000 ? 2_000 : 200_000));
      if (isRight(cache, key)) {
        hits++;
      } else {
        cache.put(key, placeOf(key));
      }
    }
    return hits;
  }

  /** Returns whether a key is there; a place of another key is an error. */
  private static boolean isRight(PlaceCache cache, long key) {
    long place = cache.get(key);
    if (place != PlaceCache.ABSENT) {
      assertEquals(placeOf(key), place);
    }
    return place != PlaceCache.ABSENT;
  }
}
