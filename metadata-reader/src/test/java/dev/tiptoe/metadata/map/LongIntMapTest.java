// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LongIntMapTest {

  @Test
  void map_withManyKeys_answersAsAHashMapDoes() {
    Random random = new Random(1);
    LongIntMap map = new LongIntMap();
    Map<Long, Integer> expected = new HashMap<>();
    for (int i = 1; i < 60_000; i++) {
      long key = random.nextBoolean() ? random.nextInt(3000) : random.nextLong();
      if (random.nextInt(3) == 0) {
        map.remove(key);
        expected.remove(key);
      } else {
        map.put(key, i);
        expected.put(key, i);
      }
      long other = random.nextInt(3000);
      assertEquals(expected.getOrDefault(other, 0), map.get(other));
      assertEquals(expected.size(), map.size());
    }
    expected.forEach((key, value) -> assertEquals(value, map.get(key)));
    map.clear();
    assertEquals(0, map.size());
    assertTrue(map.isEmpty());
    expected.keySet().forEach(key -> assertEquals(0, map.get(key)));
  }

  @Test
  void key_0_isAKeyLikeOthers() {
    LongIntMap map = new LongIntMap();
    assertEquals(0, map.get(0));
    map.put(0, 7);
    assertEquals(7, map.get(0));
    assertEquals(1, map.size());
    map.remove(0);
    assertEquals(0, map.get(0));
    assertEquals(0, map.size());
  }

  @Test
  void value_0_isRefused() {
    LongIntMap map = new LongIntMap();
    assertThrows(IllegalArgumentException.class, () -> map.put(5, 0));
    assertEquals(0, map.size());
  }

  /** Keys that lie side by side, far apart, or differ in high bits only. */
  @Test
  void keys_inSequences_areAllFound() {
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      LongIntMap map = new LongIntMap();
      int count = Math.min(20_000, shift > 48 ? 1 << (Long.SIZE - shift) : Integer.MAX_VALUE);
      for (int i = 0; i < count; i++) {
        map.put((long) i << shift, i + 1);
      }
      for (int i = 0; i < count; i++) {
        assertEquals(i + 1, map.get((long) i << shift));
      }
      assertEquals(count, map.size());
    }
  }

  /** Multiples of the inverse of the factor that is used first. */
  @Test
  void keys_thatWereMadeToCollide_areFoundInLittleTime() {
    long inverse = 1;
    for (int i = 0; i < 6; i++) {
      inverse *= 2 - 0x9e3779b97f4a7c15L * inverse;
    }
    assertEquals(1, inverse * 0x9e3779b97f4a7c15L);
    LongIntMap map = new LongIntMap();
    int count = 300_000;
    for (int i = 1; i <= count; i++) {
      map.put(i * inverse, i);
    }
    for (int i = 1; i <= count; i++) {
      assertEquals(i, map.get(i * inverse));
    }
  }

  @Test
  void readers_besideAWriter_findWhatWasThereBefore() throws InterruptedException {
    LongIntMap map = new LongIntMap();
    AtomicInteger written = new AtomicInteger();
    AtomicBoolean isWrong = new AtomicBoolean();
    Thread reader =
        new Thread(
            () -> {
              for (int known = 0; known < 200_000; known = written.get()) {
                for (int i = Math.max(1, known - 100); i <= known; i++) {
                  if (map.get(i * 40L) != i) {
                    isWrong.set(true);
                  }
                }
              }
            });
    reader.start();
    for (int i = 1; i <= 200_000; i++) {
      map.put(i * 40L, i);
      written.set(i);
    }
    reader.join();
    assertTrue(!isWrong.get());
  }
}
