// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** IDs of so many meanings that a cost that grows with the past of an ID would take minutes. */
@Tag("quarter-1")
final class MassesWitnessTest {

  /** Going from one meaning to the next, this would take 2^38 steps. */
  @Test
  void idOfHalfAMillionMeanings_asOfAnyTime_isFoundInFewSteps() {
    new IdTableTest().idOfManyMeanings(1 << 19);
  }

  @Test
  void ids_usedAgainVeryOften_withFactsThatComeLate_haveTheirMeanings() {
    new LateFactsTest().idsUsedAgain(5_000);
  }
}
