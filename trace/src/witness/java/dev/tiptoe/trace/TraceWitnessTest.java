// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** The golden trace with every cut, every damage, and more of what is random in unit tests. */
@Tag("quarter-4")
class TraceWitnessTest {

  @Example
  void trace_cutAtEveryByte_tellsAllWholeRecordsAndHasATornTail() {
    CutTraceTest.cutAt(
        IntStream.rangeClosed(CutTraceTest.HEADER_LENGTH, Golden.bytes().length).boxed().toList());
  }

  @Example
  void record_withAnyByteChanged_isLostAloneAndCounted() {
    DamagedTraceTest.changeBytes(1);
  }

  @Property(tries = 300)
  void trace_damagedAnyhow_tellsOnlyWhatWasWritten(
      @ForAll @Size(min = 1, max = 12)
          List<@IntRange(min = 0, max = Integer.MAX_VALUE) Integer> places,
      @ForAll @Size(12) byte[] values,
      @ForAll @IntRange(min = 0, max = 2) int kind) {
    new DamagedTraceTest().trace_damagedAnyhow_tellsOnlyWhatWasWritten(places, values, kind);
  }

  @Property(tries = 1_000)
  void records_ofExchangedFields_areReportedAndNamed(@ForAll Random random) throws IOException {
    new ExchangedFieldsTest().records_ofExchangedFields_areReportedAndNamed(random);
  }

  @Property(tries = 2_000)
  void map_ofAnyTrace_meansTheSame(@ForAll long seed) {
    new FirstExecutionsTest().map_ofAnyTrace_meansTheSame(seed);
  }

  @Property(tries = 2_000)
  void map_ofATraceWithoutUnloads_meansTheSame_andTakesOneReading(@ForAll long seed) {
    new FirstExecutionsTest().map_ofATraceWithoutUnloads_meansTheSame_andTakesOneReading(seed);
  }
}
