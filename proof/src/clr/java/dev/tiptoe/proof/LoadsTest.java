// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.testdata.command.Outcome;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code prove loads} of one program. */
class LoadsTest {

  @ParameterizedTest
  @CsvSource("demo, 2000")
  void program_withTheAgent_loadsNoOtherTypes(String program, int types) {
    compare(program, types);
  }

  static void compare(String program, int types) {
    Outcome outcome = ProveRun.prove("loads", "--program", program, "--tsv");
    assertEquals(0, outcome.status(), outcome::toString);
    assertEquals(
        List.of("start-up", "attach"),
        outcome.rows().stream().map(row -> row.get(5)).toList(),
        outcome::toString);
    for (List<String> row : outcome.rows()) {
      assertEquals(7, row.size(), row.toString());
      assertEquals(program, row.get(0));
      assertTrue(Integer.parseInt(row.get(1)) > types, row.toString());
      assertTrue(Integer.parseInt(row.get(2)) > types, row.toString());
      assertEquals("0", row.get(3), row.toString());
      assertEquals("0", row.get(4), row.toString());
    }
  }
}
