// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.frame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.profile.DotnetAddress;
import dev.tiptoe.profile.FrameStyle;
import dev.tiptoe.profile.Unresolved;
import dev.tiptoe.profile.given.TestSymbols;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FrameTableTest {

  @Test
  void frames_moreThanTheLimit_stayUnresolved() {
    FrameTable table =
        new FrameTable(
            TestSymbols.both(), FrameStyle.WRITTEN, new Functions(new FunctionFields(false)), 100);
    int module = table.modules().number(TestSymbols.mvid(TestSymbols.WRITTEN));
    for (int i = 0; i < 200; i++) {
      int frame = table.resolve(module, DotnetAddress.of(0x88, i));
      if (i < 100) {
        assertEquals(i, frame);
      } else {
        assertEquals(Unresolved.LIMIT, FrameTable.reason(frame));
      }
      assertEquals(frame, table.find(module, DotnetAddress.of(0x88, i)));
    }
    assertEquals(5, table.resolve(module, DotnetAddress.of(0x88, 5)));
  }

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

  @Test
  void mvid_inOtherSpellings_isNone() {
    for (String text : new String[] {"", "{}", "1-2", "g".repeat(32), "0".repeat(32)}) {
      assertTrue(Modules.mvid(text).isEmpty(), text);
    }
  }
}
