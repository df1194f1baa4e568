// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.recording;

import static dev.tiptoe.trace.eventpipe.format.NettraceBytes.RUNDOWN;
import static dev.tiptoe.trace.eventpipe.format.NettraceBytes.RUNTIME;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.feed.SampledStack;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.ThreadID;
import dev.tiptoe.resolver.map.EvidenceKind;
import dev.tiptoe.resolver.map.Level;
import dev.tiptoe.trace.RecordedSession;
import dev.tiptoe.trace.TraceFormatException;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.BulkType;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.MethodCode;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.MethodDetails;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.Occasion;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.TypeDetails;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvents;
import dev.tiptoe.trace.eventpipe.format.EventPipeFormatException;
import dev.tiptoe.trace.eventpipe.format.FieldWriter;
import dev.tiptoe.trace.eventpipe.format.FramedNettrace;
import dev.tiptoe.trace.eventpipe.format.NettraceBytes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files with facts and samples, of both framings. */
class EventPipeRecordingTest {

  private static final String SAMPLER = "Microsoft-DotNETCore-SampleProfiler";

  private static final int SHARED = MethodCode.SHARED | MethodCode.GENERIC;

  @TempDir private Path folder = Path.of("");

  private RecordedSession read(byte... file) throws IOException {
    return RecordedSession.read(Files.write(folder.resolve("some.nettrace"), file));
  }

  // ---- events

  private static FieldWriter method(long id, int token, int flags, String type, String name) {
    FieldWriter fields =
        new FieldWriter().i64(id).i64(0x300).i64(0x1000 * id).i32(0x100).i32(token).i32(flags);
    return fields.utf16(type).utf16(name).utf16("instance void  (int32)").u16(9).i64(0);
  }

  private static FieldWriter module() {
    FieldWriter fields = new FieldWriter().i64(0x300).i64(0x200).i32(0).i32(0);
    fields.utf16("C:\\shop\\Shop.dll").utf16("").u16(9);
    return fields.guid(new UUID(7, 8)).i32(1).utf16("Shop.pdb");
  }

  private static FieldWriter bulkType(FieldWriter... types) {
    FieldWriter fields = new FieldWriter().i32(types.length).u16(9);
    for (FieldWriter type : types) {
      fields.raw(type.toArray());
    }
    return fields;
  }

  private static FieldWriter type(long id, int token, int flags, int elementType, long... types) {
    FieldWriter fields =
        new FieldWriter().i64(id).i64(0x300).i32(token).i32(flags).u8(elementType).utf16("");
    fields.i32(types.length);
    for (long each : types) {
      fields.i64(each);
    }
    return fields;
  }

  private static FieldWriter details(long method, long type, int token, long... types) {
    FieldWriter fields =
        new FieldWriter().i64(method).i64(type).i32(token).i32(types.length).i64(0x300);
    for (long each : types) {
      fields.i64(each);
    }
    return fields;
  }

  /** A file of version 4 with these events of the runtime, each with its number. */
  private static final class Recorded {
    private final NettraceBytes file =
        new NettraceBytes()
            .defines(1, SAMPLER, 0)
            .defines(15, RUNTIME, 15)
            .defines(72, RUNTIME, 72)
            .defines(143, RUNTIME, 143)
            .defines(144, RUNTIME, 144)
            .defines(142, RUNDOWN, 142)
            .defines(152, RUNTIME, 152)
            .defines(187, RUNDOWN, 187)
            .defines(244, RUNDOWN, 144);
    private long ticks;

    /** An event; its time is later than all before. */
    Recorded event(int type, FieldWriter payload) {
      ticks += 100;
      file.events(
          block ->
              NettraceBytes.event(block, type, (int) (ticks / 100) - 1, ticks, payload.toArray()));
      return this;
    }

    /** A sample; kind 1 is of native code, 2 of managed code. */
    Recorded sample(int kind, long... stack) {
      ticks += 100;
      file.stacks(1, stack);
      file.events(
          block -> {
            block.u8(1 | 2 | 4 | 8 | 128).varint(1).varint(ticks / 100 - 1).varint(77).varint(3);
            block.varint(78).varint(1).varint(ticks).varint(4).i32(kind);
          });
      return this;
    }

    byte[] toArray() {
      return file.toArray();
    }
  }

  private static List<String> stacks(RecordedSession recorded) throws IOException {
    List<String> stacks = new ArrayList<>();
    recorded.replay(
        new RuntimeFeed() {
          @Override
          public void stackSampled(long at, SampledStack sample) {
            stacks.add(
                sample.thread().value()
                    + sample.stack().functions().stream()
                        .map(each -> " " + Long.toHexString(each.value()))
                        .collect(Collectors.joining()));
          }
        });
    return stacks;
  }

  // ---- decoding

  private static List<RuntimeEvent> decoded(int number, String provider, FieldWriter payload) {
    byte[] file =
        new NettraceBytes()
            .defines(1, provider, number)
            .events(block -> NettraceBytes.event(block, 1, 0, 0, payload.toArray()))
            .toArray();
    return RuntimeEvents.in(file);
  }

  @Test
  void methodDetails_areRead() {
    assertEquals(
        List.of(
            new MethodDetails(
                new FunctionID(1),
                new ClassID(2),
                new Token(0x06000003),
                new ModuleID(0x300),
                List.of(new ClassID(4), new ClassID(5)))),
        decoded(72, RUNTIME, details(1, 2, 0x06000003, 4, 5)));
  }

  @Test
  void bulkTypes_areRead() {
    TypeDetails list =
        new TypeDetails(
            new ClassID(1),
            new ModuleID(0x300),
            new Token(0x02000002),
            0,
            0x12,
            "",
            List.of(new ClassID(2)));
    TypeDetails cube =
        new TypeDetails(
            new ClassID(3),
            new ModuleID(0x300),
            new Token(0),
            0x308,
            0x14,
            "",
            List.of(new ClassID(2)));
    assertEquals(
        List.of(new BulkType(List.of(list, cube))),
        decoded(
            15, RUNTIME, bulkType(type(1, 0x02000002, 0, 0x12, 2), type(3, 0, 0x308, 0x14, 2))));
    assertEquals(3, cube.rank());
    assertEquals(1, list.rank());
  }

  @Test
  void countsThatThePayloadCannotHold_areRefused() {
    FieldWriter types = new FieldWriter().i32(Integer.MAX_VALUE).u16(0);
    FieldWriter arguments = new FieldWriter().i64(1).i64(2).i32(3).i32(-1).i64(4);
    assertThrows(EventPipeFormatException.class, () -> decoded(15, RUNTIME, types));
    assertThrows(EventPipeFormatException.class, () -> decoded(72, RUNTIME, arguments));
  }

  @Test
  void methodsWithoutNames_areRead() {
    FieldWriter fields = new FieldWriter().i64(1).i64(2).i64(3).i32(4).i32(0x06000005).i32(8);
    MethodCode code = (MethodCode) decoded(142, RUNDOWN, fields).get(0);
    assertEquals(Occasion.END_OF_RECORDING, code.occasion());
    assertEquals("", code.names().name());
  }

  // ---- facts

  @Test
  void details_giveMethodsTheirTypesAndArguments() throws IOException {
    RecordedSession recorded =
        read(
            new Recorded()
                .event(152, module())
                .event(
                    15,
                    bulkType(
                        type(0x21, 0x02000004, 0, 0x12, 0x22), type(0x22, 0x02000005, 0, 0x11)))
                .event(72, details(1, 0x21, 0x06000003, 0x22))
                .event(
                    143, method(1, 0x06000003, MethodCode.GENERIC, "Shop.Cart`1[Shop.Tea]", "Add"))
                .toArray());
    var end = recorded.session().now();
    assertEquals(
        new ClassID(0x21),
        end.ids().meaningOf(new FunctionID(1)).valid().orElseThrow().shape().declaringClass());
    assertEquals(
        "Shop.Cart`1<Shop.dll!0x02000005>::Add<Shop.dll!0x02000005>(int32)",
        end.nameOf(new FunctionID(1)));
    var lookup = end.classIDs(new ModuleID(0x300), new Token(0x02000005));
    assertEquals(Level.PUBLISHED, lookup.level().orElseThrow());
    assertEquals(
        "Shop.Cart`1<Shop.dll!0x02000005>", end.nameOf(new ClassID(0x21)), lookup::toString);
  }

  @Test
  void details_ofSharedCode_giveNoGenericType() throws IOException {
    RecordedSession recorded =
        read(
            new Recorded()
                .event(152, module())
                .event(
                    15,
                    bulkType(
                        type(0x21, 0x02000004, 0, 0x12, 0x22), type(0x22, 0x02000005, 0, 0x12)))
                .event(72, details(1, 0x21, 0x06000003))
                .event(143, method(1, 0x06000003, SHARED, "Shop.Cart`1[System.__Canon]", "Add"))
                .event(72, details(2, 0x22, 0x06000004, 0x22))
                .event(143, method(2, 0x06000004, SHARED, "Shop.Tea", "Brew"))
                .toArray());
    var end = recorded.session().now().ids();
    var inGeneric = end.meaningOf(new FunctionID(1)).valid().orElseThrow().shape();
    assertEquals(new ClassID(0), inGeneric.declaringClass());
    var generic = end.meaningOf(new FunctionID(2)).valid().orElseThrow().shape();
    assertEquals(new ClassID(0x22), generic.declaringClass());
    assertEquals(List.of(new ClassID(0x22)), generic.typeArguments());
    assertEquals(
        "Shop.Cart`1[System.__Canon]::Add(int32)",
        recorded.session().now().nameOf(new FunctionID(1)));
  }

  // ---- samples

  @Test
  void samples_areStacksOfTheMethodsThatTheEndOfTheFileLists() throws IOException {
    RecordedSession recorded =
        read(
            new Recorded()
                // The second address is a return address behind the last instruction of method 2.
                .sample(2, 0x1010, 0x2100, 0x9999, 0x9998)
                .sample(1, 0x1010, 0x2010)
                .event(152, module())
                .event(244, method(1, 0x06000003, 8, "Shop.Cart", "Add"))
                .event(244, method(2, 0x06000004, 8, "Shop.Cart", "Main"))
                .toArray());
    assertEquals(List.of("78 1 2 0", "78 0 1 2"), stacks(recorded));
    assertEquals(2, recorded.statistics().stacks());
    var executing = recorded.session().map().history().functions().toList().get(0);
    assertTrue(
        executing.evidence().toString().contains(EvidenceKind.EXECUTING.name()),
        executing::toString);
    assertEquals("Shop.Cart::Add(int32)", recorded.session().nameOf(new FunctionID(1), 1));
    assertEquals(
        List.of("2 of 6 frames lie in code that the file does not name"),
        recorded.eventPipe().orElseThrow().remarks());
  }

  /** As a runtime of a version writes it at the end of a file. */
  private static FieldWriter version(String version) {
    FieldWriter fields = new FieldWriter().u16(9).u16(2);
    for (String part : version.split("\\.", -1)) {
      fields.u16(Integer.parseInt(part));
    }
    return fields.u16(0).u16(0).u16(0).u16(0).u16(0);
  }

  /**
   * .NET 9 marks samples as those of native code whatever ran. The one that it marks otherwise
   * makes the others no truer.
   */
  @ParameterizedTest
  @CsvSource({
    "3.1.2, 2, true",
    "3.1.2, 1, false",
    "8.0.30, 2, true",
    "8.0.30, 1, true",
    "9.0.1, 2, false",
    "9.0.1, 1, false",
    "10.0.3, 2, false",
    "10.0.4, 2, true",
    "10.0.4, 1, false",
    "10.1.0, 2, true",
    "11.0.0, 2, true",
    "11.0.0, 1, false",
    "'', 2, true",
    "'', 1, false"
  })
  void samplesOfNativeCode_areThoseOfARuntimeThatMarksThemTruly(
      String version, int other, boolean isTrue) throws IOException {
    Recorded file = new Recorded().sample(1, 0x1010).sample(other, 0x1010).sample(1, 0x1010);
    file.event(152, module()).event(244, method(1, 0x06000003, 8, "Shop.Cart", "Add"));
    if (!version.isEmpty()) {
      file.event(187, version(version));
    }
    RecordedSession recorded = read(file.toArray());
    String leaf = isTrue ? "78 0 1" : "78 1";
    assertEquals(List.of(leaf, other == 2 ? "78 1" : leaf, leaf), stacks(recorded));
    String remarks = String.join("; ", recorded.eventPipe().orElseThrow().remarks());
    assertEquals(!isTrue, remarks.contains("which were of native code is not known"), remarks);
    assertEquals(version.equals("9.0.1"), remarks.contains(".NET 9.0.1 marks"), remarks);
  }

  @Test
  void samplesOfManagedCodeAlone_sayNothingOfTheirMarks() throws IOException {
    byte[] file =
        new Recorded()
            .sample(2, 0x1010)
            .event(244, method(1, 0x06000003, 8, "Shop.Cart", "Add"))
            .event(187, version("9.0.1"))
            .toArray();
    RecordedSession recorded = read(file);
    assertEquals(List.of("78 1"), stacks(recorded));
    assertEquals(List.of(), recorded.eventPipe().orElseThrow().remarks());
  }

  @Test
  void samples_ofUnloadedCode_areOfTheMethodThatWasThere() throws IOException {
    FieldWriter second =
        new FieldWriter().i64(2).i64(0x300).i64(0x1000).i32(0x100).i32(0x06000004).i32(8);
    second.utf16("Shop.Tea").utf16("Brew").utf16("void ()").u16(9).i64(0);
    byte[] file =
        new Recorded()
            .event(152, module())
            .event(143, method(1, 0x06000003, 8, "Shop.Cart", "Add"))
            .sample(2, 0x1010)
            .event(144, method(1, 0x06000003, 8, "Shop.Cart", "Add"))
            .event(143, second)
            .sample(2, 0x1010)
            .toArray();
    assertEquals(List.of("78 1", "78 2"), stacks(read(file)));
  }

  @Test
  void fileWithoutListOfMethods_saysWhyNamesAreMissing() throws IOException {
    List<String> remarks =
        read(new Recorded().sample(2, 0x1010).toArray()).eventPipe().orElseThrow().remarks();
    assertEquals(1, remarks.size());
    assertTrue(remarks.get(0).contains("no list of methods at its end"), remarks::toString);
  }

  @Test
  void fileThatIsDamaged_isReadUpToThere() throws IOException {
    Recorded file = new Recorded().sample(2, 0x1010);
    byte[] damaged = new FieldWriter().raw(file.file.cutOff()).i64(-1).toArray();
    RecordedSession recorded = read(damaged);
    assertEquals(List.of("78 0"), stacks(recorded));
    String remark = recorded.eventPipe().orElseThrow().remarks().get(0);
    assertTrue(remark.startsWith("damaged at offset 0x"), remark);
  }

  @Test
  void eventThatIsNotAsTheRuntimeWritesIt_isLeftOut() throws IOException {
    RecordedSession recorded =
        read(
            new Recorded()
                .event(143, new FieldWriter().i32(5))
                .event(152, module())
                .event(143, method(1, 0x06000003, 8, "Shop.Cart", "Add"))
                .toArray());
    assertEquals(1, recorded.session().map().history().functions().count());
    assertEquals(
        List.of("1 events are not as their provider writes them"),
        recorded.eventPipe().orElseThrow().remarks());
  }

  @Test
  void frames_areDistinctAndCounted() throws IOException {
    List<EventPipeFrame> frames =
        read(new Recorded()
                .sample(2, 0x1010, 0x2010)
                .sample(2, 0x1020, 0x2010)
                .event(152, module())
                .event(244, method(1, 0x06000003, 8, "Shop.Cart", "Add"))
                .event(244, method(2, 0x06000004, 8, "Shop.Cart", "Main"))
                .toArray())
            .eventPipe()
            .orElseThrow()
            .frames();
    assertEquals(
        Map.of(new Token(0x06000003), 2L, new Token(0x06000004), 2L),
        frames.stream()
            .collect(Collectors.toMap(EventPipeFrame::methodDef, EventPipeFrame::count)));
    EventPipeFrame frame = frames.get(0);
    assertEquals("Shop.dll", frame.module().orElseThrow().fileName());
    assertEquals(new UUID(7, 8), frame.pdb().orElseThrow().guid());
    assertEquals(new UUID(7, 8), frame.module().orElseThrow().pdb().orElseThrow());
    assertEquals(OptionalInt.empty(), frame.ilOffset());
    assertEquals("Shop.Cart", frame.name().orElseThrow().type());
  }

  // ---- recorders of whole processes

  @Test
  void universalEvents_nameTheAddressesOfTheirProcess() throws IOException {
    FieldWriter process = new FieldWriter().varint(1);
    FramedNettrace.shortText(FramedNettrace.shortText(process, "shop"), "");
    FieldWriter mapping = new FieldWriter().varint(1).varint(0x8000).varint(0x9000).varint(0);
    FramedNettrace.shortText(mapping, "/usr/lib/libc.so.6").varint(0);
    FieldWriter symbol = new FieldWriter().varint(1).varint(1).varint(0x1000).varint(0x1100);
    FramedNettrace.shortText(symbol, "void [Shop] Shop.Cart::Add(int32)[Tier1]");
    byte[] file =
        new FramedNettrace()
            .defines(1, "Universal.System", 1, "ProcessCreate")
            .defines(2, "Universal.System", 3, "")
            .defines(3, "Universal.System", 4, "ProcessSymbol")
            .defines(4, "Universal.Events", 0, "cpu")
            .thread(5, "", 84, 12)
            .thread(6, "", 85, 13)
            .stacks(1, new long[] {0x1010, 0x8010, 0x7000})
            .events(block -> FramedNettrace.event(block, 1, 1, 5, 0, 0, process.toArray()))
            .events(block -> FramedNettrace.event(block, 2, 2, 5, 0, 0, mapping.toArray()))
            .events(block -> FramedNettrace.event(block, 3, 3, 5, 0, 0, symbol.toArray()))
            .events(block -> FramedNettrace.event(block, 4, 4, 5, 1, 0, (byte) 1))
            .events(block -> FramedNettrace.event(block, 4, 1, 6, 1, 0, (byte) 1))
            .toArray();
    RecordedSession recorded = read(file);
    // The other process has no names, so its frames are one.
    assertEquals(List.of("12 0 0 0", "13 0"), stacks(recorded));
    EventPipeRecording recording = recorded.eventPipe().orElseThrow();
    ThreadID thread = new ThreadID(12);
    assertEquals(
        "void [Shop] Shop.Cart::Add(int32)[Tier1]", recording.nameAt(thread, 0x10ff).orElseThrow());
    assertEquals("[libc.so.6]", recording.nameAt(thread, 0x8fff).orElseThrow());
    assertTrue(recording.nameAt(thread, 0x1100).isEmpty());
    assertTrue(recording.nameAt(new ThreadID(13), 0x1010).isEmpty());
    assertEquals(
        List.of("[libc.so.6]", "void [Shop] Shop.Cart::Add(int32)[Tier1]"),
        recording.frames().stream()
            .flatMap(frame -> frame.name().stream())
            .map(name -> name.name())
            .sorted()
            .toList());
    assertEquals(
        "shop", recorded.session().map().history().threads().findFirst().orElseThrow().anyName());
  }

  @Test
  void factsOfSeveralProcesses_areThoseOfTheFirst() throws IOException {
    byte[] file =
        new FramedNettrace()
            .defines(1, RUNTIME, 152, "")
            .defines(2, RUNTIME, 143, "")
            .thread(5, "", 84, 12)
            .thread(6, "", 85, 13)
            .events(block -> FramedNettrace.event(block, 1, 1, 5, 0, 0, module().toArray()))
            .events(
                block ->
                    FramedNettrace.event(
                        block, 2, 1, 6, 0, 0, method(1, 0x06000003, 8, "T", "M").toArray()))
            .toArray();
    RecordedSession recorded = read(file);
    assertEquals(0, recorded.session().map().history().functions().count());
    assertEquals(
        List.of("1 events of other programs than the first one with methods were left out"),
        recorded.eventPipe().orElseThrow().remarks());
  }

  // ---- files that are not read

  @Test
  void netperfFiles_areRefusedByTheirName() throws IOException {
    Path file = folder.resolve("old.netperf");
    Files.write(file, new FieldWriter().ascii("!FastSerialization.1").i64(0).toArray());
    String reason =
        assertThrows(EventPipeFormatException.class, () -> RecordedSession.read(file)).reason();
    assertEquals("a .netperf file, the format of .NET Core 2, which is not read", reason);
    Path other = Files.write(folder.resolve("text"), "Nettrac".getBytes(StandardCharsets.UTF_8));
    assertThrows(TraceFormatException.class, () -> RecordedSession.read(other));
  }
}
