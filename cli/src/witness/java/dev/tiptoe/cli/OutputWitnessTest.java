// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.testdata.command.Outcome;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The output of the launcher, {@code ./tiptoe}, in any environment. */
@Tag("quarter-3")
class OutputWitnessTest extends OutputFixture {

  @Test
  void input_inTheCLocale_isUtf8() {
    Outcome outcome =
        shell(
            "cp \"$HELLO\" 'ß.dll' && printf 'ß.dll\\t0x02000001\\n' | LC_ALL=C \"$TIPTOE\" names -");
    assertEquals(
        "ß.dll\tdc32322b-68f2-481b-b84c-0b420d7c20ae\t0x02000001\t<Module>\n",
        outcome.expect(0).expectSilence().out());
  }

  @Test
  void help_inTheCLocale_isUtf8() {
    assertTrue(shell("LC_ALL=C \"$TIPTOE\" lookup --help").expect(0).out().contains("--token=0x…"));
  }

  @Test
  void output_intoAPipeThatCloses_endsQuietly() {
    for (String command : List.of("names \"$RUNTIME\" --tsv", "refs \"$RUNTIME\" --tsv")) {
      Outcome outcome = shell("\"$TIPTOE\" " + command + " | head -n 1; echo \"${PIPESTATUS[*]}\"");
      List<String> lines = outcome.expect(0).lines();
      assertEquals(2, lines.size(), outcome.toString());
      assertEquals("0 0", lines.get(1));
      assertFalse(outcome.err().contains("ipe"), outcome.err());
      outcome.err().lines().forEach(note -> assertTrue(note.contains(": skipped "), note));
    }
  }

  @Test
  void output_toAFullDisk_isNotTakenForSuccess() {
    for (String command : List.of("names \"$HELLO\" --tsv", "names \"$RUNTIME\" --tsv", "--help")) {
      Outcome outcome = shell("\"$TIPTOE\" " + command + " > /dev/full");
      assertEquals(3, outcome.status());
      List<String> notes =
          outcome.err().lines().filter(note -> !note.contains(": skipped ")).toList();
      assertEquals(List.of("tiptoe: standard output: No space left on device"), notes);
    }
  }
}
