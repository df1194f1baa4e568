// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** {@code prove soak}: the agent comes and goes, and a busy program notices nothing. */
class SoakCommandTest {

  private static final String WORDS =
      "--cycles=N --gc-stress=HEX --tsv --progress cycles failures crashes files threads"
          + " descriptors requests";

  @Test
  void help_isComplete() {
    String help = ProveRun.prove("soak", "--help").expect(0).expectSilence().out();
    for (String word : WORDS.split(" ", -1)) {
      assertTrue(help.contains(word), word + " is not in\n" + help);
    }
    help.lines().forEach(line -> assertTrue(line.length() <= 80, line));
  }
}
