// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.resolver;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All sides are asked as much as in a measurement. */
@Tag("quarter-3")
class SidesOfAMeasurementTest {

  @TempDir private Path folder = Path.of("");

  @Test
  void sides_atTheSameWork_giveTheSameAnswersToAMillionQuestions() {
    SidesTest.answerAlike(new Population(40_000), folder);
  }
}
