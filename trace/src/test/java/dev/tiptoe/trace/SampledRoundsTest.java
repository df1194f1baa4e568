// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import static dev.tiptoe.trace.TraceBytes.fields;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Stacks by number: never another one than was walked, whatever is missing. */
class SampledRoundsTest {

  private static final int STACK_DEFINED = 67;
  private static final int ROUND_SAMPLED = 68;

  private static byte[] definition(int number, int oldest, long function) {
    return fields(number, oldest, 0, 0, 1, function, 1, 0x100L);
  }

  private static byte[] round(int walked, int stack) {
    return fields(1_000, 4, walked, 1, 0x600L, stack, 0x10);
  }

  private static Reading read(byte[]... definitionsThenRounds) {
    TraceBytes trace = new TraceBytes();
    int sequence = 1;
    for (byte[] payload : definitionsThenRounds) {
      int type = payload.length == 40 ? STACK_DEFINED : ROUND_SAMPLED;
      trace.record(type, 1, sequence++, 10, payload);
    }
    return Reading.of(trace.toArray());
  }

  @Test
  void stack_namedByItsNumber_isReportedWithItsLeafAndItsTime() {
    Reading reading = read(definition(1, 1, 8), round(2, 1), round(4, 1));
    assertEquals(
        List.of(
            "10 stackSampled 0x600 CallStack 0x8@0x100 0x110 2000000",
            "10 stackSampled 0x600 CallStack 0x8@0x100 0x110 1000000"),
        reading.facts());
    assertEquals(2, reading.statistics().stacks());
    assertEquals(0, reading.statistics().undecodableStacks());
  }

  @Test
  void stack_whoseDefinitionIsLost_isCountedAndNotGuessed() {
    Reading reading = read(definition(1, 1, 8), round(2, 2));
    assertEquals(List.of(), reading.facts());
    assertEquals(0, reading.statistics().stacks());
    assertEquals(1, reading.statistics().undecodableStacks());
  }

  @Test
  void stack_thatAnUnloadMadeTheAgentForget_isNotReportedAnyMore() {
    Reading reading = read(definition(1, 1, 8), definition(2, 2, 16), round(2, 1), round(2, 2));
    assertEquals(
        List.of("10 stackSampled 0x600 CallStack 0x10@0x100 0x110 2000000"), reading.facts());
    assertEquals(1, reading.statistics().undecodableStacks());
  }

  @Test
  void round_thatIsInconsistent_isDamage() {
    Reading reading = read(definition(1, 1, 8), round(0, 1));
    assertEquals(List.of(), reading.facts());
    assertEquals(32 + 32, reading.statistics().damagedBytes());
  }

  @Test
  void definition_withoutAnAddressForEachFrame_isDamage() {
    Reading reading = read(fields(1, 1, 0, 0, 1, 8L, 0, 0L), round(1, 1));
    assertEquals(List.of(), reading.facts());
    assertEquals(32 + 40, reading.statistics().damagedBytes());
    assertEquals(1, reading.statistics().undecodableStacks());
  }
}
