// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code tiptoe witness loads}: with the agent a program loads no other types. */
class WitnessLoadsCommandTest {

  private static final String WORDS =
      "--program=NAME --tsv program without with different threads calls presence compiler";

  @Test
  void help_isComplete() {
    String help = Outcome.of("witness", "loads", "--help").expect(0).expectSilence().out();
    for (String word : WORDS.split(" ", -1)) {
      assertTrue(help.contains(word), word + " is not in\n" + help);
    }
    help.lines().forEach(line -> assertTrue(line.length() <= 80, line));
  }

  @ParameterizedTest
  @Tag("clr")
  @CsvSource("torture, 3000")
  void program_withTheAgent_loadsNoOtherTypes(String program, int types) {
    differ(0, types, rows(program, 0));
  }

  @ParameterizedTest
  @Tag("witness")
  @CsvSource("demo, 2000")
  void otherProgram_withTheAgent_loadsNoOtherTypes(String program, int types) {
    differ(0, types, rows(program, 0));
  }

  /**
   * Where threads meet in another order each time, some types are needed by chance: when two want
   * one lock at once, for instance. No number of runs alone shows all of them.
   */
  @ParameterizedTest
  @Tag("witness")
  @CsvSource({"web-server, 5000", "compiler, 5000"})
  void programOfChance_withTheAgent_loadsFewOtherTypesAndNoneByTheAgent(String program, int types) {
    differ(12, types, rows(program, 1));
  }

  private static List<List<String>> rows(String program, int worst) {
    Outcome outcome = Outcome.of("witness", "loads", "--program", program, "--tsv");
    assertTrue(outcome.status() <= worst, outcome::toString);
    assertEquals(
        List.of("start-up", "attach"),
        outcome.rows().stream().map(row -> row.get(5)).toList(),
        outcome::toString);
    outcome.rows().forEach(row -> assertEquals(program, row.get(0)));
    return outcome.rows();
  }

  private static void differ(int most, int types, List<List<String>> rows) {
    for (List<String> row : rows) {
      assertEquals(6, row.size(), row.toString());
      assertTrue(Integer.parseInt(row.get(1)) > types, row.toString());
      assertTrue(Integer.parseInt(row.get(2)) > types, row.toString());
      assertTrue(Integer.parseInt(row.get(3)) <= most, row.toString());
      assertEquals("0", row.get(4), row.toString());
    }
  }
}
