// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.text;

import java.io.IOException;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Lines that several threads rewrite, more often than in the tests of each. */
class LineFilterThreadsTest {

  @Property(tries = 300)
  void copy_ofLinesOfAnyLength_givesEachWholeLine(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 4) int threads) throws IOException {
    LineFilterTest.linesOfAnyLength(seed, threads);
  }

  @Property(tries = 200)
  void copy_throughNothing_isTheInput(@ForAll byte[] bytes, @ForAll long seed) throws IOException {
    LineFilterTest.throughNothing(bytes, seed);
  }

  @Property(tries = 100)
  void context_isWhatStandsBefore(@ForAll long seed) throws IOException {
    LineFilterTest.context(seed);
  }

  @Property(tries = 300)
  void result_dependsNeitherOnThreadsNorOnHowTheTextArrives(@ForAll long seed) throws IOException {
    StackTextsTest.arriving(seed);
  }
}
