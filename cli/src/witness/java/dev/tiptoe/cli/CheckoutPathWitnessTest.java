// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.testdata.command.Outcome;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The launcher, {@code ./tiptoe}, of a checkout whose path has in it what means something. */
@Tag("quarter-3")
class CheckoutPathWitnessTest extends CheckoutPathFixture {

  @Test
  void checkout_withAColonInItsPath_runsThroughALink() {
    Outcome outcome = in("a:b", "ln -s \"$HERE\" link && link/tiptoe names \"$HELLO\" --tsv");
    assertEquals(named(), outcome.expect(0).expectSilence().out());
  }
}
