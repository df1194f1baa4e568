// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.trace.eventpipe.format.EventPipeReading;
import dev.tiptoe.trace.eventpipe.format.FieldWriter;
import dev.tiptoe.trace.eventpipe.format.NettraceBytes;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** More damage than in the unit tests, and stacks of a hundred megabytes. */
@Tag("quarter-3")
class DamagedNettraceWitnessTest {

  @Property(tries = 2_000)
  void anyDamage_isReadOrRefused(
      @ForAll @Size(min = 1, max = 8) List<@IntRange(min = 0, max = 1 << 20) Integer> places,
      @ForAll @Size(8) byte[] values) {
    new DamagedNettraceTest().anyDamage_isReadOrRefused(places, values);
  }

  @Property(tries = 1_000)
  void blocks_ofAnyBytes_areReadOrRefused(
      @ForAll @Size(max = 200) byte[] content, @ForAll @IntRange(min = 0, max = 3) int type) {
    new DamagedNettraceTest().blocks_ofAnyBytes_areReadOrRefused(content, type);
  }

  @Property(tries = 2_000)
  void framedBlocks_ofAnyBytes_areReadOrRefused(
      @ForAll @Size(max = 200) byte[] content, @ForAll @IntRange(min = 0, max = 9) int kind) {
    new DamagedNettraceTest().framedBlocks_ofAnyBytes_areReadOrRefused(content, kind);
  }

  @Property(tries = 500)
  void recordings_withAnyDamage_areReadOrRefused(
      @ForAll @Size(min = 1, max = 8) List<@IntRange(min = 0, max = 1 << 20) Integer> places,
      @ForAll @Size(8) byte[] values)
      throws IOException {
    new DamagedNettraceTest().recordings_withAnyDamage_areReadOrRefused(places, values);
  }

  @Example
  void stacksWithoutEnd_areForgottenAgain() {
    NettraceBytes file = new NettraceBytes().defines(1, "P", 1);
    byte[] padding = new byte[32 << 20];
    for (int id : new int[] {1, 2, 3}) {
      FieldWriter block = new FieldWriter().i32(id).i32(1).i32(8).i64(id);
      file.object("StackBlock", 2, block.raw(padding).toArray());
    }
    file.events(
        block -> {
          for (int id : new int[] {1, 2, 3}) {
            block.u8(1 | 8).varint(1).varint(id).varint(0);
          }
        });
    assertEquals(
        "0 0 1",
        EventPipeReading.of(file.toArray()).events().stream()
            .map(event -> String.valueOf(event.stack().size()))
            .collect(Collectors.joining(" ")));
  }
}
