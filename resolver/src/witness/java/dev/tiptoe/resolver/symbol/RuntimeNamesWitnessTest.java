// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.symbol;

import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Ten times as many long names as all of them together may be. */
@Tag("quarter-4")
class RuntimeNamesWitnessTest {

  @Test
  void types_madeOfManyParts_areCutMoreWhenThereAreMany() throws IOException {
    new RuntimeNamesTest().typesOfManyParts(2000);
  }
}
