// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.testdata.command.Outcome;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The output of the launcher, {@code ./tiptoe}, in any environment. */
class OutputTest extends OutputFixture {

  @Test
  void output_inTheCLocale_isUtf8WithLineFeeds() throws IOException {
    // Made by a shell: this JVM may be in a locale where it cannot name such a file itself.
    Outcome outcome =
        shell(
            "mkdir 'Grüße' && cp \"$HELLO\" 'Grüße/🐾.dll' && LC_ALL=C \"$TIPTOE\" names 'Grüße'"
                + " 'Grüße/🐾.dll' --tsv --tokens 0x06000006");
    String mvidTokenName =
        "\tdc32322b-68f2-481b-b84c-0b420d7c20ae\t0x06000006\tHello::Main(System.String[]):System.Int32\n";
    assertEquals(
        "🐾.dll" + mvidTokenName + "Grüße/🐾.dll" + mvidTokenName,
        outcome.expect(0).expectSilence().out());
  }

  @Test
  void output_thatNobodyReads_endsQuietly() {
    Outcome outcome = shell("\"$TIPTOE\" names \"$HELLO\" --tsv | true; echo \"${PIPESTATUS[0]}\"");
    assertEquals("0\n", outcome.expectSilence().out());
  }
}
