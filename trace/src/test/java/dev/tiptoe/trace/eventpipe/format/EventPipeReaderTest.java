// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files as the format's description has them. */
class EventPipeReaderTest {

  private static final int TYPE = 9;

  @TempDir private Path folder = Path.of("");

  private static NettraceBytes file() {
    return new NettraceBytes().defines(TYPE, "Some-Provider", 5);
  }

  @Test
  void header_isReadFieldByField() {
    EventPipeHeader header = EventPipeReading.of(new NettraceBytes().toArray()).header();
    Instant began = Instant.parse("2024-02-29T23:59:58.500Z");
    assertEquals(
        new EventPipeHeader(4, began, 1_000_000, 10_000_000, 8, 4711, 8, 1_000_000, Map.of()),
        header);
    assertEquals(began, header.instant(header.beganTicks()));
    assertEquals(
        Instant.parse("2024-03-01T00:00:00.000000100Z"), header.instant(1_000_000 + 15_000_001));
    assertEquals(Instant.parse("2024-02-29T23:59:58.400Z"), header.instant(0));
  }

  @Test
  void time_thatCannotBeRepresented_isTheFarthest() {
    Instant began = Instant.EPOCH;
    EventPipeHeader slow = new EventPipeHeader(4, began, 10, 1, 8, 1, 1, 1, Map.of());
    assertEquals(Instant.MAX, slow.instant(Long.MAX_VALUE));
    assertEquals(Instant.MIN, slow.instant(Long.MIN_VALUE));
    EventPipeHeader nanos = new EventPipeHeader(4, began, 10, 1_000_000_000, 8, 1, 1, 1, Map.of());
    for (EventPipeHeader each : List.of(slow, nanos)) {
      assertEquals(Long.MAX_VALUE, each.nanosSinceBegin(Long.MAX_VALUE) | 15);
      assertEquals(Long.MIN_VALUE, each.nanosSinceBegin(Long.MIN_VALUE));
      assertTrue(each.nanosSinceBegin(9) < 0);
    }
    EventPipeHeader fast = new EventPipeHeader(4, began, 0, Long.MAX_VALUE, 8, 1, 1, 1, Map.of());
    assertEquals(Instant.parse("1970-01-01T00:00:00.5Z"), fast.instant(Long.MAX_VALUE / 2 + 1));
  }

  @Test
  void fileWithoutEvents_isCompleteOnlyWithItsEnd() {
    assertEquals(
        new EventPipeStatistics(0, 0, 0, 0, 0, true),
        EventPipeReading.of(file().toArray()).statistics());
    assertEquals(
        new EventPipeStatistics(0, 0, 0, 0, 0, false),
        EventPipeReading.of(file().cutOff()).statistics());
  }

  @Test
  void compressedEvents_takeWhatTheyLeaveOutFromTheEventBefore() {
    byte[] file =
        file()
            .stacks(1, new long[] {0x10, 0x20}, new long[] {0xfedcba9876543210L})
            .events(
                block -> {
                  block.u8(0xff).varint(TYPE).varint(0).varint(1L << 40).varint(3).varint(78);
                  block.varint(1).varint(1_000_000).guid(new UUID(1, 2)).guid(new UUID(3, 4));
                  block.varint(2).raw((byte) 0x34, (byte) 0x12);
                  block.u8(0).varint(5).raw((byte) 1, (byte) 0);
                  block.u8(8 | 128).varint(2).varint(1 << 20).varint(0);
                })
            .toArray();
    List<EventPipeEvent> events = EventPipeReading.of(file).events();
    assertEquals(List.of(1_000_000L, 1_000_005L, 2_048_581L), ticks(events));
    for (EventPipeEvent event : events) {
      assertEquals("Some-Provider", event.type().provider());
      assertEquals(5, event.type().number());
      assertEquals(1L << 40, event.captureThreadId());
      assertEquals(78, event.threadId());
      assertEquals(3, event.processor());
      assertEquals(new UUID(1, 2), event.activityId());
      assertEquals(new UUID(3, 4), event.relatedActivityId());
    }
    assertEquals(
        List.of(0x1234, 1), events.subList(0, 2).stream().map(e -> e.payload().u16()).toList());
    assertEquals(0, events.get(2).payload().remaining());
    assertEquals(List.of(0x10L, 0x20L), addresses(events.get(1).stack()));
    assertEquals(List.of(0xfedcba9876543210L), addresses(events.get(2).stack()));
    assertEquals(
        new EventPipeStatistics(3, 0, 0, 0, 0, true), EventPipeReading.of(file).statistics());
  }

  @Test
  void plainEvents_areReadWithTheirPadding() {
    byte[] file =
        file()
            .stacks(7, new long[] {0x70})
            .plainEvents(
                block -> {
                  block.event(TYPE, 1, 500, 7, new UUID(1, 2), (byte) 1);
                  block.event(TYPE, 2, 400, 8, new UUID(5, 6), (byte) 2, (byte) 3, (byte) 4);
                })
            .toArray();
    List<EventPipeEvent> events = EventPipeReading.of(file).events();
    assertEquals(List.of(500L, 400L), ticks(events));
    assertEquals(List.of(1, 2), events.stream().map(event -> event.payload().u8()).toList());
    assertEquals(new UUID(5, 6), events.get(1).activityId());
    assertEquals(List.of(0x70L), addresses(events.get(0).stack()));
    assertEquals(0, events.get(1).stack().size());
  }

  @Test
  void stacks_ofAProgramOf32Bits_haveShortAddresses() {
    byte[] file =
        new NettraceBytes(4, 4, 4)
            .defines(TYPE, "P", 1)
            .stacks(0, new long[] {0xfedcba98_76543210L})
            .events(block -> NettraceBytes.event(block, TYPE, 0, 0))
            .toArray();
    EventPipeStack stack = EventPipeReading.of(file).events().get(0).stack();
    assertEquals(List.of(0x76543210L, 0xfedcba98L), addresses(stack));
    assertThrows(IndexOutOfBoundsException.class, () -> stack.address(2));
    assertThrows(IndexOutOfBoundsException.class, () -> stack.address(-1));
  }

  @Test
  void stacks_beforeASequencePoint_areForgotten() {
    byte[] file =
        file()
            .stacks(0, new long[] {1})
            .point()
            .events(block -> NettraceBytes.event(block, TYPE, 0, 0))
            .toArray();
    assertEquals(0, EventPipeReading.of(file).events().get(0).stack().size());
  }

  @Test
  void payload_isReadAnewWithEachCall() {
    byte[] file =
        file().events(block -> NettraceBytes.event(block, TYPE, 0, 0, (byte) 42)).toArray();
    EventPipeEvent event = EventPipeReading.of(file).events().get(0);
    EventBytes first = event.payload();
    assertEquals(42, first.u8());
    assertEquals(42, event.payload().u8());
    EventPipeFormatException e = assertThrows(EventPipeFormatException.class, first::u8);
    assertEquals("some.nettrace", e.file());
    // Before it only the end of the block and of the file.
    assertEquals(file.length - 2, e.offset());
    assertEquals("a field of 1 bytes, of which there are 0", e.reason());
  }

  @Test
  void lostEvents_areCountedByTheNumbersThatAreMissing() {
    byte[] inOrder =
        file()
            .events(
                block -> {
                  NettraceBytes.event(block, TYPE, 0, 0);
                  NettraceBytes.event(block, TYPE, 0, 0);
                })
            // A block begins anew, and its first event has number 3 of that thread.
            .events(block -> NettraceBytes.event(block, TYPE, 2, 0))
            .point(77, 3)
            .events(block -> NettraceBytes.event(block, TYPE, 3, 0))
            .toArray();
    assertEquals(0, EventPipeReading.of(inOrder).statistics().lostEvents());
    byte[] withGaps =
        file()
            .events(block -> NettraceBytes.event(block, TYPE, 4, 0)) // Number 5: four are missing.
            .events(block -> NettraceBytes.event(block, TYPE, 7, 0)) // Number 8: two more.
            .point(77, 10, 99, 6) // Two more, and six of a thread without an event.
            .events(block -> NettraceBytes.event(block, TYPE, 10, 0))
            .toArray();
    assertEquals(4 + 2 + 2 + 6, EventPipeReading.of(withGaps).statistics().lostEvents());
  }

  @Test
  void thread_thatIsGoneOrReplaced_losesNothing() {
    byte[] file =
        file()
            .events(block -> NettraceBytes.event(block, TYPE, 0, 0))
            .events(block -> NettraceBytes.event(block, TYPE, 0, 0)) // Number 1 again.
            .point()
            .events(block -> NettraceBytes.event(block, TYPE, 0, 0))
            .point(77, 0)
            .events(block -> NettraceBytes.event(block, TYPE, 1, 0))
            .toArray();
    assertEquals(
        new EventPipeStatistics(4, 0, 0, 0, 0, true), EventPipeReading.of(file).statistics());
  }

  @Test
  void objects_ofUnknownTypeOrLaterVersion_arePassedOver() {
    byte[] file =
        file()
            .object("WeatherBlock", 2, (byte) 1, (byte) 2, (byte) 3)
            .object("EventBlock", 3, (byte) 1)
            .events(block -> NettraceBytes.event(block, TYPE, 0, 0))
            .toArray();
    assertEquals(
        new EventPipeStatistics(1, 0, 0, 2, 0, true), EventPipeReading.of(file).statistics());
  }

  @Test
  void events_ofATypeThatIsNotDefined_arePassedOverAndCounted() {
    byte[] file =
        file()
            .events(
                block -> {
                  NettraceBytes.event(block, TYPE + 1, 0, 0, (byte) 1);
                  NettraceBytes.event(block, TYPE, 0, 0, (byte) 2);
                })
            .toArray();
    EventPipeReading read = EventPipeReading.of(file);
    assertEquals(2, read.events().get(0).payload().u8());
    assertEquals(new EventPipeStatistics(1, 0, 1, 0, 0, true), read.statistics());
  }

  @Test
  void version7_isNamedAndRefused() {
    byte[] file =
        new FieldWriter()
            .raw("Nettrace".getBytes(StandardCharsets.US_ASCII))
            .i32(0)
            .i32(7)
            .i32(0)
            .toArray();
    EventPipeFormatException e =
        assertThrows(EventPipeFormatException.class, () -> EventPipeReading.of(file));
    assertEquals("version 7 of the format is not read", e.reason());
  }

  @Test
  void versionsOfTheTraceObject_4and5AreRead() {
    assertEquals(5, EventPipeReading.of(new NettraceBytes(5, 4, 8).toArray()).header().version());
    // A later writer may mark its file as readable like an earlier version.
    assertEquals(7, EventPipeReading.of(new NettraceBytes(7, 5, 8).toArray()).header().version());
    for (byte[] file :
        List.of(new NettraceBytes(3, 3, 8).toArray(), new NettraceBytes(7, 6, 8).toArray())) {
      String reason =
          assertThrows(EventPipeFormatException.class, () -> EventPipeReading.of(file)).reason();
      assertTrue(reason.endsWith(" of the format is not read"), reason);
    }
  }

  @Test
  void file_isOpenedByItsPathAndNamedByIt() throws IOException {
    Path path = Files.write(folder.resolve("a.nettrace"), file().toArray());
    try (EventPipeReader reader = EventPipeReader.open(path)) {
      assertEquals(0, EventPipeReading.of(reader).events().size());
    }
    Path text = Files.writeString(folder.resolve("b.nettrace"), "Netttttttttrace, or so it says.");
    EventPipeFormatException e =
        assertThrows(EventPipeFormatException.class, () -> EventPipeReader.open(text));
    assertEquals(text + ": at offset 0x0: not a .nettrace file", e.getMessage());
    assertThrows(EventPipeFormatException.class, () -> EventPipeReader.open(folder));
  }

  private static List<Long> ticks(List<EventPipeEvent> events) {
    return events.stream().map(EventPipeEvent::ticks).toList();
  }

  private static List<Long> addresses(EventPipeStack stack) {
    return IntStream.range(0, stack.size()).mapToObj(stack::address).toList();
  }
}
