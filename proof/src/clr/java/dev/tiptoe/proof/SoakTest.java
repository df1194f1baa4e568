// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.testdata.command.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code prove soak} for a few cycles. */
class SoakTest {

  @Test
  void program_thatIsAttachedToAgainAndAgain_answersEverythingAndKeepsNothing() {
    soak(4);
  }

  static void soak(int cycles, String... options) {
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
