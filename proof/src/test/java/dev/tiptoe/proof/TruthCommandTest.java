// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.testdata.command.Outcome;
import java.util.List;
import org.junit.jupiter.api.Tag;
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

  @Test
  @Tag("clr")
  @Tag("witness")
  void tsv_ofAProgram_isARowForEachSource() {
    Outcome outcome =
        ProveRun.prove("truth", "--program", "demo", "--tsv").expect(0).expectSilence();
    List<List<String>> rows = outcome.rows();
    assertTrue(rows.size() >= 8, outcome.out());
    for (List<String> row : rows) {
      assertEquals(8, row.size(), row.toString());
      assertEquals("demo", row.get(0));
      assertTrue(Long.parseLong(row.get(3)) > 0, row.toString());
      assertEquals("0", row.get(4), row.toString());
      assertEquals("1.0000", row.get(5), row.toString());
    }
  }
}
