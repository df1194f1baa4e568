// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static dev.tiptoe.cli.StacksViewsTest.rows;
import static dev.tiptoe.cli.StacksViewsTest.samples;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** The views of profiles that {@code stacks} prints, and {@code export} writes. */
class RecordedStacksViewsTest {

  @Test
  void timeOfATrace_isCountedFromItsFirstSample() {
    String trace = DemoTrace.file();
    long all = samples(trace);
    long early = samples(trace, "--before", "1s");
    long late = samples(trace, "--after", "1s");
    assertEquals(all, early + late);
    assertTrue(early > 0 && late > 0, early + " and " + late);
    assertEquals(all, samples(trace, "--merged", "--fold", "--bottom-up"));
    for (String row : rows(trace, "--fold")) {
      assertTrue(!row.contains("<native>"), row);
    }
  }
}
