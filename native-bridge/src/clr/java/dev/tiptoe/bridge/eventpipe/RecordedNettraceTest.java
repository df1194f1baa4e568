// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.eventpipe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.TestRuntime;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.DomainModule;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.MethodCode;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.MethodJitting;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.MethodNames;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.ModuleEvent;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.Occasion;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.ReadyToRunEntryPoint;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.TypeLoadStart;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.TypeLoadStop;
import dev.tiptoe.trace.eventpipe.format.EventBytes;
import dev.tiptoe.trace.eventpipe.format.EventField;
import dev.tiptoe.trace.eventpipe.format.EventPipeEvent;
import dev.tiptoe.trace.eventpipe.format.EventPipeReader;
import dev.tiptoe.trace.eventpipe.format.EventPipeStatistics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A file that the real runtime wrote. */
class RecordedNettraceTest {

  @Test
  void fileOfTheRuntime_isReadWholeAndSaysWhatRan() throws IOException {
    Path file = EventRecording.HELLO.file();
    Instant written = Files.getLastModifiedTime(file).toInstant();
    Path hello = TestAssembly.HELLO.path();
    try (EventPipeReader reader = EventPipeReader.open(file)) {
      RecordedEvents read = RecordedEvents.of(reader);
      itIsWhole(read, written);
      modulesAreThere(read, hello);
      methodsAreThere(read);
      typesAreThere(read);
    }
  }

  private static void itIsWhole(RecordedEvents read, Instant written) {
    EventPipeStatistics statistics = read.statistics();
    assertTrue(statistics.complete());
    assertEquals(
        0, statistics.lostEvents() + statistics.untypedEvents() + statistics.skippedObjects());
    assertEquals(4, read.header().version());
    assertEquals(8, read.header().pointerSize());
    Duration took = Duration.between(read.header().began(), written);
    assertTrue(took.abs().compareTo(Duration.ofMinutes(5)) < 0, took::toString);
    assertTrue(read.events().stream().anyMatch(event -> event.stack().size() > 0));
    for (EventPipeEvent event : read.events()) {
      assertFalse(event.at(read.header()).isBefore(read.header().began()));
      assertTrue(event.threadId() > 0);
    }
    // Written by managed code, so the file itself describes its fields.
    EventPipeEvent process =
        read.events().stream()
            .filter(event -> event.type().provider().equals("Microsoft-DotNETCore-EventPipe"))
            .findFirst()
            .orElseThrow();
    assertEquals("ProcessInfo", process.type().name());
    EventBytes fields = process.payload();
    Map<String, String> texts =
        process.type().fields().stream()
            .collect(Collectors.toMap(EventField::name, field -> fields.utf16()));
    assertTrue(texts.getOrDefault("CommandLine", "").endsWith("Hello.dll 0 a"), texts::toString);
    assertEquals("Linux", texts.get("OSInformation"));
  }

  private static void modulesAreThere(RecordedEvents read, Path hello) throws IOException {
    // The runtime follows links.
    String coreLib =
        TestRuntime.directory().resolve("System.Private.CoreLib.dll").toRealPath().toString();
    Set<String> paths = Set.of(coreLib, hello.toRealPath().toString());
    for (Occasion occasion : List.of(Occasion.LOAD, Occasion.END_OF_RECORDING)) {
      List<ModuleEvent> modules =
          of(read, ModuleEvent.class).filter(m -> m.occasion() == occasion).toList();
      assertTrue(modules.stream().map(ModuleEvent::path).toList().containsAll(paths));
      assertEquals(
          modules.stream().map(ModuleEvent::module).collect(Collectors.toSet()),
          of(read, DomainModule.class)
              .filter(m -> m.occasion() == occasion)
              .map(DomainModule::module)
              .collect(Collectors.toSet()));
      ModuleEvent core =
          modules.stream().filter(m -> m.path().equals(coreLib)).findFirst().orElseThrow();
      String pdb = core.managedPdb().orElseThrow().path();
      assertTrue(pdb.endsWith("System.Private.CoreLib.pdb"), pdb);
    }
  }

  private static void methodsAreThere(RecordedEvents read) {
    MethodNames main = new MethodNames("Hello", "Main", "int32  (class System.String[])");
    Map<Occasion, List<MethodCode>> methods =
        of(read, MethodCode.class)
            .filter(method -> method.names().name().equals("Main"))
            .collect(Collectors.groupingBy(MethodCode::occasion));
    assertEquals(Set.of(Occasion.LOAD, Occasion.END_OF_RECORDING), methods.keySet());
    MethodCode code = methods.getOrDefault(Occasion.LOAD, List.of()).get(0);
    assertEquals(main, code.names());
    assertTrue((code.flags() & MethodCode.JITTED) != 0 && code.codeSize() > 0);
    assertTrue(
        of(read, MethodJitting.class)
            .anyMatch(
                jitting ->
                    jitting.method().equals(code.method())
                        && jitting.token().equals(code.token())
                        && jitting.names().equals(main)));
    assertTrue(of(read, ReadyToRunEntryPoint.class).count() > 100);
    // A precompiled method that was found is reported again at the end, with its code.
    Set<List<Object>> codes =
        of(read, MethodCode.class)
            .filter(method -> method.occasion() == Occasion.END_OF_RECORDING)
            .map(method -> List.<Object>of(method.codeStart(), method.method(), method.names()))
            .collect(Collectors.toSet());
    assertTrue(
        of(read, ReadyToRunEntryPoint.class)
                .map(found -> List.<Object>of(found.entryPoint(), found.method(), found.names()))
                .filter(codes::contains)
                .count()
            > 100);
  }

  private static void typesAreThere(RecordedEvents read) {
    Set<Integer> begun =
        of(read, TypeLoadStart.class).map(TypeLoadStart::load).collect(Collectors.toSet());
    List<TypeLoadStop> ended = of(read, TypeLoadStop.class).toList();
    assertTrue(begun.containsAll(ended.stream().map(TypeLoadStop::load).toList()));
    assertTrue(ended.stream().anyMatch(stop -> stop.name().equals("System.Object")));
    assertTrue(ended.stream().allMatch(stop -> stop.level() <= 4));
  }

  private static <T extends RuntimeEvent> Stream<T> of(RecordedEvents read, Class<T> type) {
    return read.ofTheRuntime().stream().filter(type::isInstance).map(type::cast);
  }
}
