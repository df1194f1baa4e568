// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.resolver.map.RuntimeIdMap;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;

/** A map that takes in the facts that another has kept gives the same answers at every time. */
final class KeptFactsPropertyTest {

  @Property(tries = 200, shrinking = ShrinkingMode.BOUNDED)
  void facts_ofATrueHistoryInAnyOrder_giveTheSameAnswers(
      @ForAll("trueHistories") List<TrueHistory.Step> steps, @ForAll long seed) {
    TrueHistory history = TrueHistory.of(steps);
    RuntimeIdMap map = new StoredMap();
    history.shuffled(seed).forEach(fact -> fact.call().accept(map));
    assertKept(map, history.end(), history.addresses().toArray());
  }

  @Property(tries = 200, shrinking = ShrinkingMode.BOUNDED)
  void facts_thatContradictEachOther_giveTheSameAnswers(
      @ForAll("histories") List<HistoryStep> history) {
    RuntimeIdMap map = new StoredMap();
    long end = 0;
    for (HistoryStep each : history) {
      end = each.feed(end, map);
    }
    assertKept(map, end);
  }

  private static void assertKept(RuntimeIdMap map, long end, long... addresses) {
    RuntimeIdMap other = new StoredMap();
    map.passFacts(other);
    for (long time = 0; time <= end + 1; time++) {
      assertEquals(
          MapAnswers.at(map.at(time), addresses), MapAnswers.at(other.at(time), addresses));
    }
    assertEquals(MapAnswers.at(map.now(), addresses), MapAnswers.at(other.now(), addresses));
  }

  @Provide
  static Arbitrary<List<TrueHistory.Step>> trueHistories() {
    return LateFactsPropertyTest.histories();
  }

  @Provide
  static Arbitrary<List<HistoryStep>> histories() {
    return HistoryPropertyTest.histories();
  }
}
