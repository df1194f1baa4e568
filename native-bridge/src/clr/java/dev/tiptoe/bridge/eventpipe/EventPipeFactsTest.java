// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.eventpipe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.CodeLocation;
import dev.tiptoe.resolver.map.CodeLocation.InCode;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.IlPosition;
import dev.tiptoe.resolver.map.Interval;
import dev.tiptoe.resolver.map.LoadContext;
import dev.tiptoe.resolver.map.MapStatistics;
import dev.tiptoe.resolver.map.ModuleFact;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.IlMap;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.MethodCode;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.Occasion;
import dev.tiptoe.trace.eventpipe.format.EventPipeReader;
import dev.tiptoe.trace.eventpipe.recording.EventPipeFacts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The facts in a file of the real runtime. */
class EventPipeFactsTest {

  @Test
  void map_ofARecording_knowsModulesContextsMethodsAndTheirCode() throws IOException {
    Path file = EventRecording.TORTURE.file();
    RuntimeIdMap map = Session.newMap();
    try (EventPipeReader reader = EventPipeReader.open(file)) {
      EventPipeFacts facts = EventPipeFacts.read(reader);
      assertEquals(0, facts.statistics().lostEvents());
      facts.passTo(map);
    }
    MapStatistics statistics = map.statistics();
    assertEquals(List.of(), map.conflicts());
    assertEquals(new MapStatistics(0, 0, 0, 0, statistics.unknownUnloads(), 0, 0), statistics);
    contextsAreReported(map);
    methodsOutliveWhatIsUnloaded(map);
    try (EventPipeReader reader = EventPipeReader.open(file)) {
      List<RuntimeEvent> events = RecordedEvents.of(reader).ofTheRuntime();
      codeIsFound(events, map.now());
      ilIsFound(events, map.now());
    }
  }

  /** The program loads itself: into one context that stays, and into others that do not. */
  private static void contextsAreReported(RuntimeIdMap map) {
    IdView end = map.now();
    Map<ModuleID, LoadContext> contexts = end.loadContexts();
    assertEquals(
        List.of("Default", "\"lasting\" System.Runtime.Loader.AssemblyLoadContext #2"),
        end.modulesNamed("Torture").map(each -> String.valueOf(contexts.get(each.id()))).toList());
    Set<String> passed =
        map.history()
            .modules()
            .filter(each -> each.loaded().isCollectible() && !each.loaded().isDynamic())
            .map(each -> contextOf(each, map).toString())
            .collect(Collectors.toSet());
    assertTrue(
        passed.size() > 1 && passed.stream().allMatch(n -> n.contains("passing")),
        passed::toString);
    assertTrue(
        contexts.get(end.modulesNamed("System.Linq").findFirst().orElseThrow().id())
            instanceof LoadContext.Default);
  }

  private static LoadContext contextOf(ModuleFact module, RuntimeIdMap map) {
    return Objects.requireNonNull(
        map.at(module.interval().to() - 1).loadContexts().get(module.id()));
  }

  /** The runtime reports which methods it unloads, so all others are still there. */
  private static void methodsOutliveWhatIsUnloaded(RuntimeIdMap map) {
    long unloaded =
        map.history()
            .modules()
            .mapToLong(each -> each.interval().to())
            .filter(to -> to != Interval.OPEN)
            .max()
            .getAsLong();
    long before = map.at(unloaded - 1).functions().count();
    long after = map.at(unloaded).functions().count();
    assertTrue(before > 500 && after > before / 2, before + " methods, then " + after);
  }

  /** All code that was there at the end, at its first address, its middle and its last. */
  private static void codeIsFound(List<RuntimeEvent> events, IdView now) {
    int compared = 0;
    for (RuntimeEvent event : events) {
      if (!(event instanceof MethodCode code) || code.occasion() != Occasion.END_OF_RECORDING) {
        continue;
      }
      for (long at : new long[] {0, code.codeSize() / 2, code.codeSize() - 1}) {
        InCode found = assertInstanceOf(InCode.class, now.codeAt(code.codeStart() + at));
        assertEquals(code.method(), found.method().id());
        assertEquals(at, found.nativeOffset());
        compared++;
      }
    }
    assertTrue(compared > 3_000, compared + " addresses");
  }

  /** Each place where another IL instruction begins, of code that was there at the end. */
  private static void ilIsFound(List<RuntimeEvent> events, IdView now) {
    int compared = 0;
    long start = 0;
    // From the rundown: the code comes after its map.
    for (int i = events.size() - 1; i >= 0; i--) {
      RuntimeEvent event = events.get(i);
      if (event instanceof MethodCode code) {
        start = code.codeStart();
      }
      if (!(event instanceof IlMap map) || map.occasion() != Occasion.END_OF_RECORDING) {
        continue;
      }
      Map<Integer, Set<Integer>> byPlace =
          map.mappings().stream()
              .collect(
                  Collectors.groupingBy(
                      IlMap.Mapping::nativeOffset,
                      Collectors.mapping(IlMap.Mapping::ilOffset, Collectors.toSet())));
      for (Map.Entry<Integer, Set<Integer>> place : byPlace.entrySet()) {
        CodeLocation found = now.codeAt(start + place.getKey());
        if (place.getValue().size() == 1 && found instanceof InCode code) {
          int il = place.getValue().iterator().next();
          assertEquals(IlPosition.of(il), code.il(), () -> map + " at " + place.getKey());
          compared++;
        }
      }
    }
    assertTrue(compared > 3_000, compared + " places");
  }
}
