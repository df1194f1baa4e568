// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** {@code prove loads}: with the agent a program loads no other types. */
class LoadsCommandTest {

  private static final String WORDS =
      "--program=NAME --tsv program without with different threads calls presence chance compiler";

  @Test
  void help_isComplete() {
    String help = ProveRun.prove("loads", "--help").expect(0).expectSilence().out();
    for (String word : WORDS.split(" ", -1)) {
      assertTrue(help.contains(word), word + " is not in\n" + help);
    }
    help.lines().forEach(line -> assertTrue(line.length() <= 80, line));
  }
}
