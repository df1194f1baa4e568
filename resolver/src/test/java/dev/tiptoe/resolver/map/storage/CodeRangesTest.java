// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Many ranges, in and out of order, beside a {@link TreeMap}. */
final class CodeRangesTest {

  private static final int PLACES = 20_000;

  @Test
  void ranges_addedAndRemovedInAnyOrder_areThoseOfATreeMap() {
    CodeRanges ranges = new CodeRanges();
    TreeMap<Long, Long> tree = new TreeMap<>();
    Random random = new Random(1);
    for (long i = 1; i <= 100_000; i++) {
      long start = 16L * random.nextInt(PLACES) + 5;
      if (tree.containsKey(start)) {
        tree.remove(start);
        ranges.remove(start);
      } else {
        tree.put(start, i);
        ranges.add(start, start + 11, i);
      }
    }
    for (long address = 0; address < 16L * PLACES; address++) {
      Map.Entry<Long, Long> floor = tree.floorEntry(address);
      boolean inside = floor != null && address < floor.getKey() + 11;
      assertEquals(inside ? floor.getValue() : 0, ranges.at(address));
    }
    assertEquals(
        List.copyOf(tree.subMap(1_000L - 10, 200_000L).values()),
        overlapping(ranges, 1_000, 200_000));
  }

  @Test
  void range_thatReachesOverEmptiedBlocks_isFound() {
    CodeRanges ranges = new CodeRanges();
    for (int i = 0; i < 5_000; i++) {
      ranges.add(10L * i, 10L * i + 10, i + 1);
    }
    for (int i = 1; i < 4_999; i++) {
      ranges.remove(10L * i);
    }
    ranges.add(10, 49_990, 9_999);
    assertEquals(9_999, ranges.at(25_000));
    assertEquals(9_999, ranges.at(49_989));
    assertEquals(5_000, ranges.at(49_990));
    assertEquals(1, ranges.at(9));
    assertEquals(List.of(9_999L), overlapping(ranges, 30_000, 30_001));
  }

  private static List<Long> overlapping(CodeRanges ranges, long start, long end) {
    List<Long> rows = new ArrayList<>();
    ranges.overlapping(start, end, rows::add);
    return rows;
  }
}
