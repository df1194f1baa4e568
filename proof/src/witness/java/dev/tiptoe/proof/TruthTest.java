// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.testdata.command.Outcome;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code prove truth} of the demo program, and of all. */
@Tag("quarter-3")
class TruthTest {

  @Test
  void claims_ofAllPrograms_areTrue() {
    Outcome outcome = ProveRun.prove("truth");
    assertEquals(0, outcome.status(), outcome::toString);
  }

  @Test
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
