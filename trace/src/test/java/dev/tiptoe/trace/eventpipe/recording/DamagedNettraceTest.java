// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.resolver.Session;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent;
import dev.tiptoe.trace.eventpipe.format.EventPipeEvent;
import dev.tiptoe.trace.eventpipe.format.EventPipeFormatException;
import dev.tiptoe.trace.eventpipe.format.EventPipeReading;
import dev.tiptoe.trace.eventpipe.format.EventPipeStatistics;
import dev.tiptoe.trace.eventpipe.format.FieldWriter;
import dev.tiptoe.trace.eventpipe.format.FramedNettrace;
import dev.tiptoe.trace.eventpipe.format.NettraceBytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Bytes that are not what a writer of the format would write. */
class DamagedNettraceTest {

  private static final byte[] WHOLE = whole();

  /** Bytes up to the end of the Trace object. */
  private static final int HEADER = new NettraceBytes().cutOff().length;

  private static byte[] whole() {
    FieldWriter method =
        new FieldWriter().i64(1).utf16("N.T").utf16("M").utf16("void  ()").i64(2).u16(0);
    return new NettraceBytes()
        .defines(1, NettraceBytes.RUNTIME, 159)
        .stacks(1, new long[] {1, 2, 3}, new long[0])
        .events(
            block -> {
              NettraceBytes.event(block, 1, 0, 100, method.toArray());
              NettraceBytes.event(block, 1, 0, 100, method.toArray());
            })
        .point(77, 2)
        .plainEvents(block -> block.event(1, 3, 300, 1, new UUID(1, 2), method.toArray()))
        .toArray();
  }

  /** An event without the parts that cannot be compared. */
  private static String texts(EventPipeEvent event) {
    return event.ticks() + " " + event.type() + " " + RuntimeEvent.of(event);
  }

  private static List<String> texts(EventPipeReading events) {
    return events.events().stream().map(DamagedNettraceTest::texts).toList();
  }

  @Test
  void file_cutOffAnywhere_givesTheEventsBeforeAndSaysWhatIsLeft() {
    List<String> all = texts(EventPipeReading.of(WHOLE));
    assertEquals(3, all.size());
    int seen = 0;
    for (int length = HEADER; length < WHOLE.length; length++) {
      EventPipeReading read = EventPipeReading.of(Arrays.copyOf(WHOLE, length));
      assertEquals(all.subList(0, read.events().size()), texts(read));
      assertTrue(read.events().size() >= seen);
      assertFalse(read.statistics().complete());
      assertTrue(read.statistics().tailBytes() < length - HEADER + 1);
      seen = read.events().size();
    }
    assertEquals(3, seen);
    // The tail is what stands behind the last whole object.
    assertEquals(3, EventPipeReading.of(Arrays.copyOf(WHOLE, HEADER + 3)).statistics().tailBytes());
  }

  @Test
  void file_cutOffBeforeItsFirstObjectEnds_isRefused() {
    for (int length = 0; length < HEADER; length++) {
      byte[] file = Arrays.copyOf(WHOLE, length);
      EventPipeFormatException e =
          assertThrows(EventPipeFormatException.class, () -> EventPipeReading.of(file));
      assertEquals("some.nettrace", e.file());
      assertTrue(e.offset() <= length, e.getMessage());
      boolean isTold =
          e.reason().equals("shorter than what a .nettrace file begins with")
              || e.reason().equals("it ends in its header, before the end of the Trace object");
      assertTrue(isTold, e.getMessage());
    }
  }

  @Test
  void anyByteChanged_isReadOrRefused() {
    int refused = 0;
    for (int at = 0; at < WHOLE.length; at++) {
      for (int change : new int[] {0x01, 0x10, 0x80, 0xff}) {
        byte[] file = WHOLE.clone();
        file[at] ^= (byte) change;
        refused += refusal(file).isPresent() ? 1 : 0;
      }
    }
    assertTrue(refused > 500, "refused: " + refused);
  }

  @Property(tries = 500)
  void anyDamage_isReadOrRefused(
      @ForAll @Size(min = 1, max = 8) List<@IntRange(min = 0, max = 1 << 20) Integer> places,
      @ForAll @Size(8) byte[] values) {
    byte[] file = WHOLE.clone();
    for (int i = 0; i < places.size(); i++) {
      file[places.get(i) % file.length] = values[i];
    }
    refusal(file)
        .ifPresent(e -> assertTrue(e.offset() >= 0 && e.offset() <= file.length, e::getMessage));
  }

  @Property(tries = 250)
  void blocks_ofAnyBytes_areReadOrRefused(
      @ForAll @Size(max = 200) byte[] content, @ForAll @IntRange(min = 0, max = 3) int type) {
    String name = List.of("EventBlock", "MetadataBlock", "StackBlock", "SPBlock").get(type);
    byte[] file = new NettraceBytes().defines(1, "P", 1).object(name, 2, content).toArray();
    refusal(file)
        .ifPresent(e -> assertTrue(e.offset() >= 0 && e.offset() <= file.length, e::getMessage));
  }

  /** Version 6: any content of any kind of block. */
  @Property(tries = 500)
  void framedBlocks_ofAnyBytes_areReadOrRefused(
      @ForAll @Size(max = 200) byte[] content, @ForAll @IntRange(min = 0, max = 9) int kind) {
    byte[] file =
        new FramedNettrace()
            .defines(1, "P", 1, "E")
            .thread(0, "main", 1, 2)
            .stacks(0, new long[] {1, 2})
            .block(kind, new FieldWriter().raw(content))
            .events(block -> FramedNettrace.event(block, 1, 1, 0, 0, 1, (byte) 1))
            .toArray();
    refusal(file)
        .ifPresent(e -> assertTrue(e.offset() >= 0 && e.offset() <= file.length, e::getMessage));
  }

  /** The events of any bytes as facts and samples: there is no damage that is not said. */
  @Property(tries = 100)
  void recordings_withAnyDamage_areReadOrRefused(
      @ForAll @Size(min = 1, max = 8) List<@IntRange(min = 0, max = 1 << 20) Integer> places,
      @ForAll @Size(8) byte[] values)
      throws IOException {
    byte[] file = WHOLE.clone();
    for (int i = 0; i < places.size(); i++) {
      file[HEADER + places.get(i) % (file.length - HEADER)] = values[i];
    }
    Path path = Files.write(Files.createTempFile("damaged", ".nettrace"), file);
    try {
      EventPipeRecording recording = EventPipeRecording.read(path, new Session());
      boolean whole = recording.statistics().complete() && recording.damage().isEmpty();
      assertEquals(
          whole,
          recording.remarks().stream()
              .noneMatch(remark -> remark.matches("(?s)damaged.*|.*cut off.*")));
    } finally {
      Files.delete(path);
    }
  }

  /** The exception of the format that reading ends with, if it does; any other is thrown. */
  private static Optional<EventPipeFormatException> refusal(byte[] file) {
    try {
      EventPipeReading.of(file).events().forEach(DamagedNettraceTest::texts);
      return Optional.empty();
    } catch (EventPipeFormatException e) {
      return Optional.of(e);
    }
  }

  @Test
  void blockLongerThanTheFile_costsNoMemoryAndIsATornTail() {
    byte[] file = claiming((64 << 20) - 1);
    EventPipeReading read = EventPipeReading.of(file);
    assertEquals(file.length - HEADER, read.statistics().tailBytes());
  }

  @Test
  void blockLongerThanTheLongest_isRefused() {
    for (int length : new int[] {(64 << 20) + 1, Integer.MAX_VALUE, -1, Integer.MIN_VALUE}) {
      String reason =
          assertThrows(EventPipeFormatException.class, () -> EventPipeReading.of(claiming(length)))
              .reason();
      assertEquals("a EventBlock of " + Integer.toUnsignedString(length) + " bytes", reason);
    }
  }

  private static byte[] claiming(int length) {
    FieldWriter object =
        new FieldWriter().u8(5).u8(5).u8(1).i32(2).i32(2).ascii("EventBlock").u8(6);
    return new NettraceBytes().raw(object.i32(length).i32(0).i64(0).toArray()).cutOff();
  }

  @Test
  void countsThatTheBytesCannotHold_areRefused() {
    byte[] stacks = new FieldWriter().i32(1).i32(Integer.MAX_VALUE).i64(0).toArray();
    byte[] threads = new FieldWriter().i64(0).i32(Integer.MAX_VALUE).i64(0).toArray();
    for (byte[] file :
        List.of(
            new NettraceBytes().object("StackBlock", 2, stacks).toArray(),
            new NettraceBytes().object("SPBlock", 2, threads).toArray())) {
      assertThrows(EventPipeFormatException.class, () -> EventPipeReading.of(file));
    }
  }

  @Test
  void numbersWithoutEnd_areRefused() {
    for (int bytes : new int[] {5, 10}) {
      byte[] endless = new byte[bytes];
      Arrays.fill(endless, (byte) 0x80);
      FieldWriter event = new FieldWriter().u8(bytes == 5 ? 1 : 0).raw(endless).i64(0);
      byte[] file = new NettraceBytes().events(block -> block.raw(event.toArray())).toArray();
      String reason =
          assertThrows(EventPipeFormatException.class, () -> EventPipeReading.of(file)).reason();
      assertTrue(reason.startsWith("a number of more than "), reason);
    }
  }

  @Test
  void threadsWithoutEnd_areNotAllRemembered() {
    int threads = 200_000;
    byte[] file =
        new NettraceBytes()
            .defines(1, "P", 1)
            .events(
                block -> {
                  for (int i = 0; i < threads; i++) {
                    block.u8(3).varint(1).varint(0).varint(i).varint(0).varint(0);
                  }
                })
            .toArray();
    EventPipeStatistics statistics = EventPipeReading.of(file).statistics();
    assertEquals(threads, statistics.events());
    // Each but the first is one further than its thread's first may be; those remembered are
    // counted.
    long expected = LongStream.range(1, 1 << 16).sum();
    assertEquals(expected, statistics.lostEvents());
  }
}
