// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import static dev.tiptoe.resolver.feed.Coverage.Kind.CLASSES;
import static dev.tiptoe.resolver.feed.Coverage.Kind.MODULES;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.resolver.feed.Coverage;
import dev.tiptoe.resolver.id.ThreadID;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** When the absence of a fact proves something. */
final class CoverageHistoryTest {

  private final RuntimeIdMap map = new StoredMap();

  @Test
  void coverage_neverPromised_isNotComplete() {
    map.threadCreated(5, new ThreadID(1), 1);
    assertFalse(map.now().isComplete(CLASSES));
  }

  @Test
  void coverage_promisedComplete_holdsUpToTheNewestFactAndNoFurther() {
    promise(1, Coverage.State.COMPLETE);
    map.threadCreated(5, new ThreadID(1), 1);
    assertTrue(map.now().isComplete(CLASSES));
    assertTrue(map.at(5).isComplete(CLASSES));
    assertFalse(map.at(6).isComplete(CLASSES));
    assertFalse(map.at(0).isComplete(CLASSES));
  }

  @Test
  void coverage_ended_holdsOnlyForTheTimeBefore() {
    promise(1, Coverage.State.COMPLETE);
    promise(7, Coverage.State.ENDED);
    map.threadCreated(9, new ThreadID(1), 1);
    assertFalse(map.now().isComplete(CLASSES));
    assertFalse(map.at(7).isComplete(CLASSES));
    assertTrue(map.at(6).isComplete(CLASSES));
  }

  @Test
  void coverage_fromHere_isNotComplete() {
    promise(1, Coverage.State.FROM_HERE);
    assertFalse(map.now().isComplete(CLASSES));
  }

  @Test
  void coverage_ofOneKind_saysNothingOfAnother() {
    promise(1, Coverage.State.COMPLETE);
    assertFalse(map.now().isComplete(MODULES));
  }

  private void promise(long at, Coverage.State state) {
    map.coverage(at, new Coverage(Set.of(CLASSES), state, "a test"));
  }
}
