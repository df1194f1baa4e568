// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** The writer's own multimap, against one of the JDK's. */
final class DependentsTest {

  @Property(tries = 300)
  void dependents_addedAndTaken_areThoseOfAHashMap(
      @ForAll @Size(max = 400) List<@IntRange(min = -60, max = 60) Integer> steps) {
    Dependents dependents = new Dependents();
    Map<Long, Set<Integer>> model = new HashMap<>();
    int row = 0;
    for (int step : steps) {
      long id = Math.abs(step) * 0x98L;
      if (step >= 0) {
        int dependent = step % 2 == 0 ? Dependents.ofClass(++row) : Dependents.ofFunction(++row);
        dependents.add(id, dependent, row);
        model.computeIfAbsent(id, key -> new HashSet<>()).add(dependent);
      } else {
        assertEquals(take(model, id), take(dependents, id));
      }
    }
    for (long id = 0; id <= 60 * 0x98L; id += 0x98L) {
      assertEquals(take(model, id), take(dependents, id));
    }
  }

  private static Set<Integer> take(Dependents dependents, long id) {
    List<Integer> taken = new ArrayList<>();
    dependents.take(id, taken::add);
    Set<Integer> distinct = new HashSet<>(taken);
    assertEquals(distinct.size(), taken.size());
    return distinct;
  }

  private static Set<Integer> take(Map<Long, Set<Integer>> model, long id) {
    Set<Integer> taken = model.remove(id);
    return taken == null ? Set.of() : taken;
  }

  /** Row and time are one number here; rows come in any order. */
  @Property(tries = 300)
  void dependents_taken_areFoundByTheirTimes(
      @ForAll @Size(max = 100) List<@IntRange(min = 1, max = 50) Integer> rows,
      @ForAll @IntRange(min = 0, max = 60) int since) {
    Dependents dependents = new Dependents();
    for (int row : rows) {
      dependents.add(7, row, row);
      if (row % 3 == 0) {
        dependents.take(7, taken -> {});
      }
    }
    dependents.take(7, taken -> {});
    List<Integer> found = new ArrayList<>();
    dependents.forEachSince(since, 7, found::add);
    assertEquals(rows.stream().filter(row -> row >= since).sorted().toList(), found);
  }
}
