// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.testdata.command.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The launcher, {@code ./tiptoe}, of a checkout whose path has in it what means something. */
class CheckoutPathTest extends CheckoutPathFixture {

  /** Java would take the jar's path for two. */
  @Test
  void checkout_withAColonInItsPath_runs() {
    runs("a:b/c:");
  }

  @Test
  void checkout_withWhatMeansSomethingInItsPath_runs() {
    runs("-a b/%20%#?!&;*$x'\"\\/Grüße");
  }

  @Test
  void checkout_withAColonInItsPath_isNotBuilt() {
    Outcome outcome =
        in("a:b", "rm \"$HERE/cli/target/lib/tiptoe-cli.jar\" && \"$HERE/tiptoe\" --version");
    assertTrue(outcome.expect(125).err().contains("cannot be built in " + folder + "/a:b: "));
    assertEquals(1, outcome.err().lines().count());
  }

  /** Beside the command, or on the PATH; the arguments are handed on as they are. */
  @Test
  void serve_becomesItsProgram_whereverThatIs() {
    String make =
        "make() { printf '#!/bin/sh\\nprintf \"%%s|\" \"$0\" \"$@\"\\nexit 7\\n' >\"$1\""
            + " && chmod +x \"$1\"; } && ";
    String serve = "\"$HERE/tiptoe\" serve --to 'a b' '' \"*\" '$HOME' serve";
    String handedOn = "|--to|a b||*|$HOME|serve|";
    String here = folder + "/a b";
    assertEquals(
        here + "/tiptoe-serve" + handedOn,
        in("a b", make + "make \"$HERE/tiptoe-serve\" && " + serve).expect(7).out());
    assertEquals(
        here + "/bin/tiptoe-serve" + handedOn,
        in("a b", make + "mkdir \"$HERE/bin\" && make \"$HERE/bin/tiptoe-serve\" && " + serve)
            .expect(7)
            .out());
    String elsewhere = "rm \"$HERE/bin/tiptoe-serve\" \"$HERE/tiptoe-serve\" && ";
    assertEquals(
        here + "/c d/tiptoe-serve" + handedOn,
        in(
                "a b",
                make
                    + elsewhere
                    + "mkdir \"$HERE/c d\" && make \"$HERE/c d/tiptoe-serve\" && PATH=\"$HERE/c"
                    + " d:$PATH\" "
                    + serve)
            .expect(7)
            .out());
    // None, or one that cannot be run.
    in("a b", "mkdir \"$HERE/tiptoe-serve\" && " + serve).expect(127);
  }

  /** The first time makes the archive of classes where there can be one, the second uses it. */
  private void runs(String path) {
    for (int i = 0; i < 2; i++) {
      Outcome outcome = in(path, "\"$HERE/tiptoe\" names \"$HELLO\" --tsv");
      assertEquals(named(), outcome.expect(0).expectSilence().out());
    }
    Outcome relative = in(path, "cd \"$HERE/cli\" && ../tiptoe names \"$HELLO\" --tsv");
    assertEquals(named(), relative.expect(0).expectSilence().out());
    List<String> archives =
        in(path, "find \"$HERE/cli/target/lib\" -name '*.jsa' -size +0").lines();
    assertEquals(path.contains(":") ? 0 : 1, archives.size(), archives::toString);
  }
}
