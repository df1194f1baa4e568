// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.format;

import static dev.tiptoe.trace.eventpipe.format.FramedNettrace.definition;
import static dev.tiptoe.trace.eventpipe.format.FramedNettrace.event;
import static dev.tiptoe.trace.eventpipe.format.FramedNettrace.field;
import static dev.tiptoe.trace.eventpipe.format.FramedNettrace.plainEvent;
import static dev.tiptoe.trace.eventpipe.format.FramedNettrace.signed;
import static dev.tiptoe.trace.eventpipe.format.FramedNettrace.text;
import static dev.tiptoe.trace.eventpipe.format.FramedNettrace.threadRow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of version 6 as the format's description has them. */
class FramedNettraceTest {

  private static final int TYPE = 9;
  private static final int THREAD = 999;

  private static FramedNettrace file() {
    return new FramedNettrace().defines(TYPE, "Some-Provider", 5, "Some");
  }

  private static FramedNettrace withThread() {
    return file().thread(THREAD, "worker", 84, 12);
  }

  private static EventPipeEvent only(byte... file) {
    EventPipeReading read = EventPipeReading.of(file);
    assertTrue(read.statistics().complete());
    assertEquals(1, read.events().size());
    return read.events().get(0);
  }

  private static String refusal(byte... file) {
    return assertThrows(EventPipeFormatException.class, () -> EventPipeReading.of(file)).reason();
  }

  // ---- frame and header

  @Test
  void minimalFile_isComplete() {
    assertEquals(
        new EventPipeStatistics(0, 0, 0, 0, 0, true),
        EventPipeReading.of(new FramedNettrace().toArray()).statistics());
  }

  @Test
  void fileWithoutEnd_isNotComplete() {
    assertEquals(
        new EventPipeStatistics(0, 0, 0, 0, 0, false),
        EventPipeReading.of(new FramedNettrace().cutOff()).statistics());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 4, 5, 7, -1})
  void otherMajorVersions_areRefused(int major) {
    String reason = refusal(new FramedNettrace(major, 0, 8, Map.of()).toArray());
    assertEquals(
        "version " + Integer.toUnsignedString(major) + " of the format is not read", reason);
  }

  @Test
  void laterMinorVersion_isRead() {
    byte[] later = new FramedNettrace(6, 77, 8, Map.of()).toArray();
    assertEquals(6, EventPipeReading.of(later).header().version());
  }

  @Test
  void header_hasTheStandardProperties() {
    Map<String, String> properties =
        Map.of(
            "ProcessId", "4711",
            "HardwareThreadCount", "8",
            "ExpectedCPUSamplingRate", "1000000",
            "OSName", "Linux");
    EventPipeHeader header =
        EventPipeReading.of(new FramedNettrace(6, 0, 8, properties).toArray()).header();
    Instant began = Instant.parse("2024-02-29T23:59:58.500Z");
    assertEquals(
        new EventPipeHeader(
            6, began, 1_000_000, 10_000_000, 8, 4711, 8, 1_000_000, Map.of("OSName", "Linux")),
        header);
  }

  @Test
  void header_withoutProperties_hasZeros() {
    EventPipeHeader header = EventPipeReading.of(new FramedNettrace().toArray()).header();
    assertEquals(0, header.processId() + header.processors() + header.samplingNanos());
  }

  @Test
  void header_withPropertiesThatAreNoNumbers_hasZeros() {
    byte[] file = new FramedNettrace(6, 0, 8, Map.of("ProcessId", "many")).toArray();
    assertEquals(0, EventPipeReading.of(file).header().processId());
  }

  @Test
  void unknownBlocks_areSkippedAndCounted() {
    byte[] file =
        withThread()
            .block(99, new FieldWriter().i64(-1))
            .events(block -> event(block, TYPE, 1, THREAD, 0, 0))
            .block(255, new FieldWriter())
            .toArray();
    assertEquals(
        new EventPipeStatistics(1, 0, 0, 2, 0, true), EventPipeReading.of(file).statistics());
  }

  @Test
  void traceBlock_thatIsNotTheFirst_isRefused() {
    byte[] file = new FramedNettrace().toArray();
    file[20 + 3] = 2; // The kind of the first block.
    assertEquals("a block of kind 2 where the Trace should be", refusal(file));
  }

  @Test
  void bytesBehindTheEnd_areNotRead() {
    byte[] file = new FieldWriter().raw(withThread().toArray()).i64(-1).toArray();
    assertTrue(EventPipeReading.of(file).statistics().complete());
  }

  // ---- metadata

  @Test
  void definition_hasEveryOption() {
    FieldWriter options = new FieldWriter().u8(1).u8(7).u8(3).i64(0x1234);
    text(options.u8(4), "a {template}");
    text(options.u8(5), "a description");
    text(text(options.u8(6), "key"), "value");
    options.u8(7).guid(new UUID(1, 2)).u8(8).u8(4).u8(9).u8(3);
    byte[] file =
        new FramedNettrace()
            .definitions(definition(TYPE, "P", 15, "E", new FieldWriter(), 0, options))
            .thread(THREAD, "", 1, 2)
            .events(block -> event(block, TYPE, 1, THREAD, 0, 0))
            .toArray();
    assertEquals(new EventType("P", 15, "E", 0x1234, 3, 4, 7, List.of()), only(file).type());
  }

  @Test
  void definition_withMoreThanIsKnown_isReadWithoutThat() {
    FieldWriter later = definition(TYPE, "P", 15, "E", new FieldWriter(), 0).i64(-1);
    FieldWriter laterOption =
        definition(8, "P", 16, "F", new FieldWriter(), 0, new FieldWriter().u8(99).i32(-1));
    byte[] file =
        new FramedNettrace()
            .definitions(later, laterOption)
            .thread(THREAD, "", 1, 2)
            .events(block -> event(block, TYPE, 1, THREAD, 0, 0))
            .events(block -> event(block, 8, 2, THREAD, 0, 0))
            .toArray();
    List<EventPipeEvent> events = EventPipeReading.of(file).events();
    assertEquals(List.of("E", "F"), events.stream().map(each -> each.type().name()).toList());
  }

  @Test
  void definition_ofANumberThatIsDefined_isRefused() {
    assertEquals(
        "event type 9 defined twice", refusal(file().defines(TYPE, "P", 6, "Other").toArray()));
  }

  @Test
  void eventOfAnUndefinedType_isSkippedAndCounted() {
    byte[] file = withThread().events(block -> event(block, 8, 1, THREAD, 0, 0)).toArray();
    assertEquals(
        new EventPipeStatistics(0, 0, 1, 0, 0, true), EventPipeReading.of(file).statistics());
  }

  private static Map<String, Object> values(FieldWriter fields, int count, FieldWriter payload) {
    byte[] file =
        new FramedNettrace()
            .definitions(definition(TYPE, "P", 15, "E", fields, count))
            .thread(THREAD, "", 1, 2)
            .events(block -> event(block, TYPE, 1, THREAD, 0, 0, payload.toArray()))
            .toArray();
    return only(file).values();
  }

  @Test
  void numbers_ofEveryType_haveTheirValues() {
    FieldWriter fields = new FieldWriter();
    int[] types = {3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 17, 18, 20, 21, 23, 26};
    for (int type : types) {
      field(fields, "f" + type, type);
    }
    FieldWriter payload = new FieldWriter().i32(1).u16('x').u8(-5).u8(250).u16(-7).u16(65000);
    payload.i32(-9).i32(-1).i64(-11).i64(12).i32(Float.floatToIntBits(1.5f));
    payload.i64(Double.doubleToLongBits(2.5)).guid(new UUID(3, 4)).utf16("text");
    signed(payload, -1234567890123L).varint(300).u8('y').u8(1);
    Map<String, Object> values = values(fields, types.length, payload);
    assertEquals(
        List.of(
            true,
            "x",
            -5L,
            250L,
            -7L,
            65000L,
            -9L,
            0xffffffffL,
            -11L,
            12L,
            1.5,
            2.5,
            new UUID(3, 4),
            "text",
            -1234567890123L,
            300L,
            "y",
            true),
        List.copyOf(values.values()));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, -1, 63, -64, 64, Long.MAX_VALUE, Long.MIN_VALUE})
  void variableNumbers_haveTheirSigns(long value) {
    FieldWriter fields = field(field(new FieldWriter(), "signed", 20), "unsigned", 21);
    Map<String, Object> values = values(fields, 2, signed(new FieldWriter(), value).varint(value));
    assertEquals(List.of(value, value), List.copyOf(values.values()));
  }

  @Test
  void arrays_haveTheirElements() {
    FieldWriter fields = field(new FieldWriter(), "numbers", 19, 8);
    field(fields, "fixed", 22, 6, 3, 0);
    field(fields, "utf8", 19, 23);
    field(fields, "utf16", 19, 4);
    field(fields, "nested", 19, 19, 20);
    field(fields, "last", 6);
    FieldWriter payload = new FieldWriter().u16(2).u16(7).u16(8).u8(1).u8(2).u8(3);
    FramedNettrace.shortText(payload, "naïve").u16(2).u16('h').u16('i');
    payload.u16(2).u16(1).varint(2).u16(2).varint(4).varint(6).u8(99);
    Map<String, Object> values = values(fields, 6, payload);
    assertEquals(
        List.of(
            List.of(7L, 8L),
            List.of(1L, 2L, 3L),
            "naïve",
            "hi",
            List.of(List.of(1L), List.of(2L, 3L)),
            99L),
        List.copyOf(values.values()));
  }

  @Test
  void objects_haveTheirFields() {
    FieldWriter inner = field(field(new FieldWriter().u16(2), "a", 6), "b", 18);
    FieldWriter object = text(new FieldWriter(), "o").u8(1).raw(inner.toArray());
    FieldWriter fields = new FieldWriter().u16(object.size()).raw(object.toArray());
    field(fields, "last", 6);
    Map<String, Object> values = values(fields, 2, new FieldWriter().u8(5).utf16("t").u8(6));
    assertEquals(Map.of("o", Map.of("a", 5L, "b", "t"), "last", 6L), values);
  }

  @Test
  void arraysElsewhere_areFoundAtTheirOffsets() {
    FieldWriter fields = field(new FieldWriter(), "rel", 24, 8);
    field(fields, "data", 25, 23);
    FieldWriter payload = new FieldWriter();
    payload.i32(4 << 16 | 4); // Four bytes, four behind this field.
    payload.i32(2 << 16 | 12); // Two bytes, twelve behind the beginning.
    payload.u16(10).u16(11).u8('h').u8('i');
    assertEquals(Map.of("rel", List.of(10L, 11L), "data", "hi"), values(fields, 2, payload));
  }

  @ParameterizedTest
  @ValueSource(ints = {24, 25})
  void arraysElsewhere_beyondThePayload_areRefused(int kind) {
    for (int location : new int[] {0xffff0000, 0x0000ffff, 0x00020004, -1}) {
      EventPipeFormatException e =
          assertThrows(
              EventPipeFormatException.class,
              () ->
                  values(
                      field(new FieldWriter(), "f", kind, 6), 1, new FieldWriter().i32(location)));
      assertEquals("some.nettrace", e.file());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {24, 25})
  void arraysElsewhere_ofElementsWithoutAFixedSize_areRefused(int kind) {
    for (int element : new int[] {18, 20, 21}) {
      FieldWriter row =
          definition(TYPE, "P", 1, "E", field(new FieldWriter(), "f", kind, element), 1);
      assertEquals(
          "an array elsewhere of elements without a fixed size",
          refusal(new FramedNettrace().definitions(row).toArray()));
    }
  }

  @Test
  void arrays_longerThanThePayload_areRefused() {
    for (FieldWriter payload :
        List.of(
            new FieldWriter().u8(1),
            new FieldWriter().u16(3).u16(1),
            new FieldWriter().u16(0xffff))) {
      FieldWriter fields = field(new FieldWriter(), "f", 19, 8);
      assertThrows(EventPipeFormatException.class, () -> values(fields, 1, payload));
    }
  }

  @Test
  void fieldsBehindAnUnknownType_areLeftOut() {
    FieldWriter fields = field(field(field(new FieldWriter(), "a", 6), "b", 77), "c", 6);
    assertEquals(Map.of("a", 1L), values(fields, 3, new FieldWriter().u8(1).u8(2).u8(3)));
  }

  @Test
  void emptyElementsWithoutEnd_areRefused() {
    // An array of 65535 arrays of 65535 objects without fields.
    FieldWriter fields = field(new FieldWriter(), "f", 22, 22, 1, 0, 0, 255, 255, 255, 255);
    assertThrows(EventPipeFormatException.class, () -> values(fields, 1, new FieldWriter()));
  }

  // ---- threads

  @Test
  void events_haveTheThreadsOfTheirIndexes() {
    FieldWriter rows = threadRow(new FieldWriter(), 998, "", 7, 5);
    byte[] file =
        file()
            .block(FramedNettrace.THREADS, threadRow(rows, THREAD, "worker", 84, 12))
            .events(block -> event(block, TYPE, 1, 998, 0, 0))
            .events(block -> event(block, TYPE, 1, THREAD, 0, 0))
            .thread(1000, "late", 7, 22)
            .events(block -> event(block, TYPE, 1, 1000, 0, 0))
            .removes(998, 1, THREAD, 1, 1000, 1)
            .toArray();
    EventPipeReading read = EventPipeReading.of(file);
    assertEquals(
        List.of(
            new EventPipeThread(7, 5, ""),
            new EventPipeThread(84, 12, "worker"),
            new EventPipeThread(7, 22, "late")),
        read.events().stream().map(EventPipeEvent::thread).toList());
    assertEquals(5, read.events().get(0).captureThreadId());
    assertEquals(new EventPipeStatistics(3, 0, 0, 0, 0, true), read.statistics());
  }

  @Test
  void events_ofAnUnknownThread_areRefused() {
    assertEquals(
        "an event of thread 999, which is not known",
        refusal(file().events(block -> event(block, TYPE, 1, THREAD, 0, 0)).toArray()));
  }

  @Test
  void events_ofARemovedThread_areRefused() {
    byte[] file =
        withThread()
            .removes(THREAD, 0)
            .events(block -> event(block, TYPE, 1, THREAD, 0, 0))
            .toArray();
    assertEquals("an event of thread 999, which is not known", refusal(file));
  }

  @Test
  void thread_removedTwiceOrNeverDefined_isRefused() {
    String reason = "thread 999 is removed, not known";
    assertEquals(reason, refusal(withThread().removes(THREAD, 0).removes(THREAD, 0).toArray()));
    assertEquals(reason, refusal(file().removes(THREAD, 0).toArray()));
  }

  @Test
  void thread_definedTwice_isRefused() {
    assertEquals(
        "thread 999 is defined twice", refusal(withThread().thread(THREAD, "", 1, 1).toArray()));
  }

  @Test
  void thread_withMoreThanIsKnown_isReadWithoutThat() {
    FieldWriter row = new FieldWriter().varint(THREAD).u8(3).varint(12).u8(99).i64(-1);
    byte[] file =
        file()
            .block(FramedNettrace.THREADS, new FieldWriter().u16(row.size()).raw(row.toArray()))
            .events(block -> event(block, TYPE, 1, THREAD, 0, 0))
            .toArray();
    assertEquals(new EventPipeThread(0, 12, ""), only(file).thread());
  }

  @Test
  void threadsWithoutEnd_areRefused() {
    FramedNettrace file = new FramedNettrace();
    for (int block = 0; block < 5; block++) {
      FieldWriter rows = new FieldWriter();
      for (int i = 0; i < 1 << 16; i++) {
        rows.u16(3).raw(new FieldWriter().varint(1 << 20 | block << 16 | i).toArray());
      }
      file.block(FramedNettrace.THREADS, rows);
    }
    assertEquals("more threads at once than are followed", refusal(file.toArray()));
  }

  // ---- sequence points and lost events

  @Test
  void sequencePoint_keepsThreadsAndTypes() {
    byte[] file =
        withThread().point(0).events(block -> event(block, TYPE, 1, THREAD, 0, 0)).toArray();
    assertEquals(12, only(file).threadId());
  }

  @Test
  void sequencePoint_withTheFirstFlag_forgetsThreads() {
    byte[] file =
        withThread()
            .point(1)
            .thread(THREAD, "other", 84, 15)
            .events(block -> event(block, TYPE, 1, THREAD, 0, 0))
            .toArray();
    assertEquals(15, only(file).threadId());
  }

  @Test
  void sequencePoint_withTheSecondFlag_forgetsTypes() {
    byte[] file =
        withThread()
            .point(2)
            .defines(TYPE, "Other", 6, "Other")
            .events(block -> event(block, TYPE, 1, THREAD, 0, 0))
            .toArray();
    assertEquals("Other", only(file).type().name());
  }

  @Test
  void sequencePoint_forgetsStacksAndLabels() {
    byte[] file =
        withThread()
            .stacks(1, new long[] {5})
            .block(
                FramedNettrace.LABELS,
                text(text(new FieldWriter().i32(1).i32(1).u8(0x85), "k"), "v"))
            .point(0)
            .events(block -> event(block, TYPE, 1, THREAD, 1, 1))
            .toArray();
    assertEquals(0, only(file).stack().size());
    assertEquals(EventLabels.NONE, only(file).labels());
  }

  @Test
  void lostEvents_areCountedAtSequencePointsAndRemovals() {
    assertEquals(5, lost(withThread().point(1, THREAD, 5)));
    assertEquals(5, lost(withThread().removes(THREAD, 5)));
    assertEquals(
        3 + 2,
        lost(
            withThread().events(block -> event(block, TYPE, 4, THREAD, 0, 0)).point(0, THREAD, 6)));
  }

  private static long lost(FramedNettrace file) {
    return EventPipeReading.of(file.toArray()).statistics().lostEvents();
  }

  @Test
  void sequencePoint_thatDoesNotListAThread_losesNothing() {
    byte[] file =
        withThread()
            .events(block -> event(block, TYPE, 1, THREAD, 0, 0))
            .point(0)
            .events(block -> event(block, TYPE, 2, THREAD, 0, 0))
            .toArray();
    assertEquals(0, EventPipeReading.of(file).statistics().lostEvents());
  }

  // ---- events

  @Test
  void compressedEvents_takeWhatTheyLeaveOutFromTheEventBefore() {
    byte[] file =
        withThread()
            .thread(5, "", 84, 55)
            .stacks(1, new long[] {0x10, 0x20}, new long[] {0x30})
            .events(
                block -> {
                  event(block, TYPE, 1, THREAD, 1, 0, (byte) 1);
                  block.u8(0).varint(5).u8(2); // Number 2, 5 ticks later.
                  block.u8(4 | 8 | 128 | 64).varint(5).varint(2).varint(0).varint(0);
                  block.u8(2).varint(0).varint(5).varint(9).varint(1); // Number 4 + 0.
                })
            .toArray();
    EventPipeReading read = EventPipeReading.of(file);
    List<EventPipeEvent> events = read.events();
    assertEquals(
        List.of(100L, 105L, 105L, 106L), events.stream().map(EventPipeEvent::ticks).toList());
    assertEquals(
        List.of(12L, 12L, 55L, 55L), events.stream().map(EventPipeEvent::threadId).toList());
    assertEquals(
        List.of(12L, 12L, 12L, 55L), events.stream().map(EventPipeEvent::captureThreadId).toList());
    assertEquals(List.of(3, 3, 3, 9), events.stream().map(EventPipeEvent::processor).toList());
    assertEquals(List.of(0x10L, 0x20L), addresses(events.get(1).stack()));
    assertEquals(List.of(0x30L), addresses(events.get(3).stack()));
    assertEquals(2, events.get(1).payload().u8());
    assertEquals(0, events.get(3).payload().remaining());
  }

  private static List<Long> addresses(EventPipeStack stack) {
    return IntStream.range(0, stack.size()).mapToObj(stack::address).toList();
  }

  @Test
  void plainEvents_areNotPadded() {
    byte[] file =
        withThread()
            .stacks(7, new long[] {0x70})
            .events(
                0,
                block -> {
                  plainEvent(block, TYPE, 1, THREAD, 7, 0, (byte) 1);
                  plainEvent(block, TYPE, 2, THREAD, 0, 0, (byte) 2, (byte) 3);
                })
            .toArray();
    EventPipeReading read = EventPipeReading.of(file);
    assertEquals(List.of(1, 2), read.events().stream().map(event -> event.payload().u8()).toList());
    assertEquals(List.of(0x70L), addresses(read.events().get(0).stack()));
    assertEquals(new EventPipeStatistics(2, 0, 0, 0, 0, true), read.statistics());
  }

  // ---- labels

  private static FieldWriter everyLabel() {
    FieldWriter labels = new FieldWriter().u8(1).guid(new UUID(1, 2)).u8(2).guid(new UUID(3, 4));
    labels.u8(3).raw(new FieldWriter().i64(0x0706050403020100L).i64(-1).toArray());
    labels.u8(4).i64(0xabcdL);
    text(text(labels.u8(5), "name"), "value");
    signed(text(labels.u8(6 | 0x80), "number"), -42);
    return labels;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void labels_areThoseOfTheirList(boolean compressed) {
    FieldWriter block = new FieldWriter().i32(3).i32(2).raw(everyLabel().toArray());
    text(text(block.u8(5 | 0x80), "of"), "the second");
    byte[] file =
        withThread()
            .block(FramedNettrace.LABELS, block)
            .events(
                compressed ? 1 : 0,
                events -> {
                  if (compressed) {
                    event(events, TYPE, 1, THREAD, 0, 3);
                    events.u8(16).varint(0).varint(4);
                    events.u8(16).varint(0).varint(0);
                  } else {
                    plainEvent(events, TYPE, 1, THREAD, 0, 3);
                    plainEvent(events, TYPE, 2, THREAD, 0, 4);
                    plainEvent(events, TYPE, 3, THREAD, 0, 0);
                  }
                })
            .toArray();
    List<EventPipeEvent> events = EventPipeReading.of(file).events();
    EventLabels first = events.get(0).labels();
    assertEquals(new UUID(1, 2), events.get(0).activityId());
    assertEquals(new UUID(3, 4), events.get(0).relatedActivityId());
    assertEquals("0001020304050607ffffffffffffffff", first.traceId());
    assertEquals("000000000000abcd", first.spanId());
    assertEquals(Map.of("name", "value", "number", "-42"), first.values());
    assertEquals(Map.of("of", "the second"), events.get(1).labels().values());
    assertEquals(EventLabels.NONE, events.get(2).labels());
  }

  @Test
  void labels_replaceWhatTheTypeSays() {
    FieldWriter block = new FieldWriter().i32(1).i32(1);
    block.u8(7).u8(2).u8(8).i64(0x99).u8(9).u8(1).u8(10 | 0x80).u8(6);
    byte[] file =
        withThread()
            .block(FramedNettrace.LABELS, block)
            .events(events -> event(events, TYPE, 1, THREAD, 0, 1))
            .toArray();
    assertEquals(
        new EventType("Some-Provider", 5, "Some", 0x99, 6, 1, 2, List.of()), only(file).type());
    assertEquals(Optional.of(1), only(file).labels().replacement().level());
  }

  @Test
  void labels_ofAnUnknownKindOrWithoutEnd_areRefused() {
    FieldWriter unknown = new FieldWriter().i32(1).i32(1).u8(0x80 | 77).u8(0);
    assertEquals(
        "a label of the unknown kind 77",
        refusal(withThread().block(FramedNettrace.LABELS, unknown).toArray()));
    FieldWriter endless = new FieldWriter().i32(1).i32(1);
    for (int i = 0; i < 1000; i++) {
      endless.u8(7).u8(1);
    }
    assertEquals(
        "a list of more than 256 labels",
        refusal(withThread().block(FramedNettrace.LABELS, endless).toArray()));
  }

  // ---- damage

  private static byte[] whole() {
    return withThread()
        .stacks(1, new long[] {1, 2, 3})
        .block(FramedNettrace.LABELS, new FieldWriter().i32(1).i32(1).raw(everyLabel().toArray()))
        .events(block -> event(block, TYPE, 1, THREAD, 1, 1, (byte) 1))
        .point(0, THREAD, 1)
        .events(0, block -> plainEvent(block, TYPE, 2, THREAD, 0, 0, (byte) 2))
        .removes(THREAD, 2)
        .toArray();
  }

  @Test
  void file_cutOffAnywhere_givesTheEventsBefore() {
    byte[] whole = whole();
    int header = new FramedNettrace().cutOff().length;
    int seen = 0;
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      if (length < header) {
        assertThrows(EventPipeFormatException.class, () -> EventPipeReading.of(cut));
      } else {
        EventPipeReading read = EventPipeReading.of(cut);
        assertTrue(!read.statistics().complete() && read.events().size() >= seen);
        seen = read.events().size();
      }
    }
    assertEquals(2, seen);
  }

  @Test
  void anyByteChanged_isReadOrRefused() {
    byte[] whole = whole();
    int refused = 0;
    for (int at = 0; at < whole.length; at++) {
      for (int change : new int[] {0x01, 0x10, 0x80, 0xff}) {
        byte[] file = whole.clone();
        file[at] ^= (byte) change;
        try {
          EventPipeReading.of(file).events().forEach(EventPipeEvent::values);
        } catch (EventPipeFormatException e) {
          assertTrue(e.offset() <= file.length, e::getMessage);
          refused++;
        }
      }
    }
    assertTrue(refused > 300, "refused: " + refused);
  }
}
