// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LongIntMapTest {

  @Test
  void map_withManyKeys_answersAsAHashMapDoes() {
    Random random = new Random(1);
    LongIntMap map = new LongIntMap();
    Map<String, Integer> expected = new HashMap<>();
    for (int i = 0; i < 20_000; i++) {
      int group = random.nextInt(5) - 1;
      long key = random.nextBoolean() ? random.nextInt(3000) : random.nextLong();
      map.put(group, key, i);
      expected.put(group + " " + key, i);
      long other = random.nextInt(3000);
      assertEquals(
          expected.getOrDefault(group + " " + other, LongIntMap.ABSENT), map.get(group, other));
    }
    assertEquals(expected.size(), map.size());
    assertThrows(IllegalArgumentException.class, () -> map.put(0, 0, LongIntMap.ABSENT));
  }
}
