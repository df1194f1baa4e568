// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.junit.jupiter.api.Test;

/** One writer beside readers: every outcome of the core table is one of a single thread's. */
class IdTableLincheckTest {

  /** The table is about to grow: the next row, which is the ID's first, makes its index grow. */
  public static final class OfANewID extends IdTableScenario {

    /** Without the ID. */
    public OfANewID() {
      super(ID - 1);
    }
  }

  /** The ID means something already, and may end. */
  public static final class OfALivingID extends IdTableScenario {

    /** With the ID's row as the last one. */
    public OfALivingID() {
      super(ID);
    }
  }

  @Test
  void idTable_whereAnIDBegins_isLinearizable() {
    check(OfANewID.class);
  }

  @Test
  void idTable_whereAnIDEnds_isLinearizable() {
    check(OfALivingID.class);
  }

  private static void check(Class<? extends IdTableScenario> scenario) {
    new ModelCheckingOptions()
        .threads(2)
        .actorsPerThread(2)
        .actorsBefore(0)
        .actorsAfter(0)
        .iterations(25)
        .invocationsPerIteration(160)
        .check(scenario);
  }
}
