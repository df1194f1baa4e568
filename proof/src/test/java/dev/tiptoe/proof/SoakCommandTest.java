// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.testdata.TestRuntime;
import dev.tiptoe.testdata.command.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
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

  @Test
  @Tag("clr")
  void program_thatIsAttachedToAgainAndAgain_answersEverythingAndKeepsNothing() {
    soak(8);
  }

  @Test
  @Tag("witness")
  void program_thatIsAttachedToDozensOfTimes_answersEverythingAndKeepsNothing() {
    soak(40);
  }

  @Test
  @Tag("witness")
  void program_thatCollectsAtEveryAllocation_answersEverythingAndKeepsNothing() {
    soak(12, "--gc-stress", "0x3");
  }

  /** The oldest runtime that the agent can be attached to. */
  @Test
  @Tag("witness")
  void program_onNetCore31_answersEverythingAndKeepsNothing() {
    soak(12, "--runtime", TestRuntime.netCore31().toString());
  }

  private static void soak(int cycles, String... options) {
    List<String> all = new ArrayList<>(List.of("soak", "--cycles", "" + cycles));
    all.addAll(List.of(options));
    all.add("--tsv");
    Outcome outcome = ProveRun.prove(all.toArray(String[]::new));
    List<String> row = outcome.expectSilence().expect(0).rows().get(0);
    assertEquals(10, row.size(), outcome.out());
    assertEquals(Integer.toString(cycles), row.get(0));
    assertEquals(List.of("0", "0", "0", "0", "0"), row.subList(1, 6), outcome.out());
    assertTrue(Long.parseLong(row.get(6)) > 0, outcome.out());
    assertTrue(Long.parseLong(row.get(8)) > 0, outcome.out());
  }
}
