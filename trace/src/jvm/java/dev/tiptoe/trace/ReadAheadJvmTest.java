// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import java.io.IOException;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Reading on one thread and passing on on another, more often than in the unit tests. */
class ReadAheadJvmTest {

  @Property(tries = 60)
  void trace_damagedAnywhere_isReportedAsByOneThread(
      @ForAll @IntRange(max = 200) int damages, @ForAll Random random) throws IOException {
    new ReadAheadTest().trace_damagedAnywhere_isReportedAsByOneThread(damages, random);
  }
}
