// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** {@code prove truth}: its words, its rows and its exit codes. */
class TruthCommandTest {

  private static final String WORDS =
      "--program=NAME --tsv program witness source compared wrong precision recall counts demo";

  @Test
  void help_isComplete() {
    String help = ProveRun.prove("truth", "--help").expect(0).expectSilence().out();
    for (String word : WORDS.split(" ", -1)) {
      assertTrue(help.contains(word), word + " is not in\n" + help);
    }
    help.lines().forEach(line -> assertTrue(line.length() <= 80, line));
  }

  @Test
  void program_thatThereIsNot_isAWrongCommand() {
    ProveRun.prove("truth", "--program", "none").expect(2);
  }
}
