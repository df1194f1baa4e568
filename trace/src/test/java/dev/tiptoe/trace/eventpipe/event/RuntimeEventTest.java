// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.event;

import static dev.tiptoe.trace.eventpipe.format.NettraceBytes.RUNDOWN;
import static dev.tiptoe.trace.eventpipe.format.NettraceBytes.RUNTIME;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.id.AppDomainID;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.AppDomain;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.AssemblyEvent;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.BindStart;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.BindStop;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.DomainModule;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.IlMap;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.MethodCode;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.MethodJitting;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.MethodNames;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.ModuleEvent;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.Occasion;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.PdbId;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.ReadyToRunEntryPoint;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.TypeLoadStart;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.TypeLoadStop;
import dev.tiptoe.trace.eventpipe.format.EventPipeFormatException;
import dev.tiptoe.trace.eventpipe.format.FieldWriter;
import dev.tiptoe.trace.eventpipe.format.NettraceBytes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The layouts of the runtime's own events, field by field. */
class RuntimeEventTest {

  private static final MethodNames NAMES = new MethodNames("N.T", "M", "void  ()");

  private static List<RuntimeEvent> read(String provider, int number, FieldWriter payload) {
    byte[] file =
        new NettraceBytes()
            .defines(1, provider, number)
            .events(block -> NettraceBytes.event(block, 1, 0, 0, payload.toArray()))
            .toArray();
    return RuntimeEvents.in(file);
  }

  private static FieldWriter names(FieldWriter fields) {
    return fields.utf16("N.T").utf16("M").utf16("void  ()");
  }

  @Test
  void methodEvents_ofBothProviders_areReadWithTheirOccasion() {
    FieldWriter fields = new FieldWriter().i64(1).i64(2).i64(3).i32(4).i32(0x06000005).i32(0x18);
    names(fields).u16(9).i64(7);
    Map<String, List<Occasion>> occasions =
        Map.of(
            RUNTIME, List.of(Occasion.LOAD, Occasion.UNLOAD),
            RUNDOWN, List.of(Occasion.START_OF_RECORDING, Occasion.END_OF_RECORDING));
    occasions.forEach(
        (provider, each) -> {
          for (int i = 0; i < 2; i++) {
            assertEquals(
                List.of(
                    new MethodCode(
                        each.get(i),
                        new FunctionID(1),
                        new ModuleID(2),
                        3,
                        4,
                        new Token(0x06000005),
                        0x18,
                        NAMES,
                        7)),
                read(provider, 143 + i, fields));
          }
        });
  }

  @Test
  void methodJittingStarted_isRead() {
    FieldWriter fields = names(new FieldWriter().i64(1).i64(2).i32(0x06000005).i32(33)).u16(9);
    assertEquals(
        List.of(
            new MethodJitting(
                new FunctionID(1), new ModuleID(2), new Token(0x06000005), 33, NAMES)),
        read(RUNTIME, 145, fields));
  }

  @Test
  void readyToRunEntryPoint_isRead() {
    FieldWriter fields = names(new FieldWriter().i64(1)).i64(0x7f0000001000L).u16(9);
    assertEquals(
        List.of(new ReadyToRunEntryPoint(new FunctionID(1), NAMES, 0x7f0000001000L)),
        read(RUNTIME, 159, fields));
  }

  @Test
  void moduleEvents_areReadWithAndWithoutPdb() {
    FieldWriter first =
        new FieldWriter().i64(1).i64(2).i32(8).i32(0).utf16("/a.dll").utf16("").u16(9);
    assertEquals(List.of(module(Occasion.LOAD, Optional.empty())), read(RUNTIME, 152, first));
    UUID guid = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");
    FieldWriter second = new FieldWriter().raw(first.toArray()).guid(guid).i32(1).utf16("/a.pdb");
    PdbId pdb = new PdbId(guid, 1, "/a.pdb");
    assertEquals(List.of(module(Occasion.UNLOAD, Optional.of(pdb))), read(RUNTIME, 153, second));
    FieldWriter none = new FieldWriter().raw(first.toArray()).guid(new UUID(0, 0)).i32(0).utf16("");
    assertEquals(
        List.of(module(Occasion.END_OF_RECORDING, Optional.empty())), read(RUNDOWN, 154, none));
  }

  private static ModuleEvent module(Occasion occasion, Optional<PdbId> pdb) {
    return new ModuleEvent(occasion, new ModuleID(1), new AssemblyID(2), 8, "/a.dll", "", pdb);
  }

  @Test
  void domainModuleEvents_areRead() {
    FieldWriter fields =
        new FieldWriter().i64(1).i64(2).i64(3).i32(8).i32(0).utf16("/a.dll").utf16("").u16(9);
    Map<Occasion, List<RuntimeEvent>> read =
        Map.of(
            Occasion.LOAD, read(RUNTIME, 151, fields),
            Occasion.START_OF_RECORDING, read(RUNDOWN, 151, fields),
            Occasion.END_OF_RECORDING, read(RUNDOWN, 152, fields));
    read.forEach(
        (occasion, events) ->
            assertEquals(
                List.of(
                    new DomainModule(
                        occasion,
                        new ModuleID(1),
                        new AssemblyID(2),
                        new AppDomainID(3),
                        "/a.dll")),
                events));
  }

  @Test
  void typeLoads_areRead() {
    assertEquals(List.of(new TypeLoadStart(6)), read(RUNTIME, 73, new FieldWriter().i32(6).u16(9)));
    FieldWriter stop = new FieldWriter().i32(6).u16(9).u16(4).i64(5).utf16("System.Object");
    assertEquals(
        List.of(new TypeLoadStop(6, 4, new ClassID(5), "System.Object")), read(RUNTIME, 74, stop));
  }

  @Test
  void domainsAndAssemblies_areRead() {
    FieldWriter domain = new FieldWriter().i64(1).i32(3).utf16("clrhost").i32(1).u16(9);
    AppDomain created = new AppDomain(Occasion.LOAD, new AppDomainID(1), "clrhost");
    assertEquals(List.of(created), read(RUNTIME, 156, domain));
    FieldWriter assembly =
        new FieldWriter().i64(1).i64(2).i64(0).i32(8).utf16("A, Version=1.0.0.0").u16(9);
    AssemblyEvent gone =
        new AssemblyEvent(
            Occasion.UNLOAD, new AssemblyID(1), new AppDomainID(2), 8, "A, Version=1.0.0.0");
    assertEquals(List.of(gone), read(RUNTIME, 155, assembly));
  }

  @Test
  void ilMaps_areReadPairByPair() {
    FieldWriter fields =
        new FieldWriter().i64(1).i64(7).u8(0).u16(2).i32(-2).i32(5).i32(0).i32(0x20).u16(9).i64(0);
    List<IlMap.Mapping> mappings = List.of(new IlMap.Mapping(-2, 0), new IlMap.Mapping(5, 0x20));
    assertEquals(
        List.of(new IlMap(Occasion.LOAD, new FunctionID(1), 7, mappings)),
        read(RUNTIME, 190, fields));
    FieldWriter cut = new FieldWriter().i64(1).i64(7).u8(0).u16(60_000).i32(-2);
    assertThrows(EventPipeFormatException.class, () -> read(RUNTIME, 190, cut));
  }

  @Test
  void searchesForAssemblies_areRead() {
    FieldWriter start =
        new FieldWriter().u16(9).utf16("A").utf16("/a.dll").utf16("B").utf16("Default");
    assertEquals(List.of(new BindStart("A", "/a.dll", "Default")), read(RUNTIME, 290, start));
    FieldWriter stop =
        start.utf16("Default").i32(1).utf16("A, Version=1.0.0.0").utf16("/a.dll").i32(1);
    assertEquals(List.of(new BindStop("A, Version=1.0.0.0", true)), read(RUNTIME, 291, stop));
  }

  @Test
  void otherEvents_sayNothingHere() {
    assertEquals(List.of(), read(RUNTIME, 187, new FieldWriter()));
    assertEquals(List.of(), read(RUNDOWN, 145, new FieldWriter()));
    assertEquals(List.of(), read("Another-Provider", 143, new FieldWriter()));
  }

  @Test
  void payload_thatIsTooShort_isRefused() {
    EventPipeFormatException e =
        assertThrows(
            EventPipeFormatException.class,
            () -> read(RUNTIME, 159, new FieldWriter().i64(1).u16('N')));
    assertEquals("text without an end", e.reason());
  }
}
