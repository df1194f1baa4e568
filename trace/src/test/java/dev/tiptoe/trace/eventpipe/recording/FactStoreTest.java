// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.feed.NativeCode.IlMapping;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.IlMap;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.MethodCode;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.MethodNames;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.ModuleEvent;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.Occasion;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.PdbId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class FactStoreTest {

  private static final int THREAD = 1;

  private final FactStore store = new FactStore(new Room(64 << 20));
  private long ticks;

  private static MethodCode code(Occasion occasion, long id, long start) {
    return new MethodCode(
        occasion,
        new FunctionID(id),
        new ModuleID(0x300),
        start,
        100,
        new Token(0x06000001),
        MethodCode.JITTED,
        new MethodNames("Shop.Cart", "Add", "void ()"),
        0);
  }

  private static ModuleEvent module(Occasion occasion) {
    return new ModuleEvent(
        occasion,
        new ModuleID(0x300),
        new AssemblyID(0x200),
        0,
        "/shop/\ud800Größe.dll",
        "",
        Optional.of(new PdbId(new UUID(-7, 8), 1, "Shop.pdb")));
  }

  private static IlMap il(Occasion occasion, long id) {
    return new IlMap(
        occasion,
        new FunctionID(id),
        0,
        List.of(new IlMap.Mapping(-2, 0), new IlMap.Mapping(7, 40), new IlMap.Mapping(3, 20)));
  }

  private boolean add(RuntimeEvent event) {
    return store.add(++ticks, THREAD, event);
  }

  /** The reported facts by time, each with its ticks, kind and occasion. */
  private List<String> reports() {
    store.complete();
    List<String> lines = new ArrayList<>();
    Reports reports = store.reports();
    for (int i = 0; i < reports.count(); i++) {
      int number = reports.number(i);
      String kind = store.fact(reports.fact(number)).getClass().getSimpleName();
      lines.add(reports.ticks(number) + " " + kind + " " + reports.occasion(number));
    }
    return lines;
  }

  @Test
  void factsThatAreReportedAgainAndAgain_areKeptWithTheFirstAndTheLastTime() {
    assertTrue(add(module(Occasion.LOAD)));
    assertTrue(add(code(Occasion.LOAD, 1, 0x1000)));
    for (int i = 0; i < 10_000; i++) {
      assertFalse(add(code(Occasion.LOAD, 1, 0x1000)));
      assertFalse(add(module(Occasion.END_OF_RECORDING)));
    }
    assertEquals(
        List.of("1 Module LOAD", "2 Code LOAD", "20001 Code LOAD", "20002 Module END_OF_RECORDING"),
        reports());
  }

  @Test
  void codeThatWasUnloadedBetween_isReportedAgain() {
    for (int i = 0; i < 3; i++) {
      add(code(Occasion.LOAD, 1, 0x1000));
      add(code(Occasion.UNLOAD, 1, 0x1000));
      add(code(Occasion.UNLOAD, 1, 0x1000));
    }
    assertEquals(
        List.of(
            "1 Code LOAD",
            "2 Unload UNLOAD",
            "4 Code LOAD",
            "5 Unload UNLOAD",
            "7 Code LOAD",
            "8 Unload UNLOAD"),
        reports());
  }

  @Test
  void codeOfAModuleThatWasUnloadedBetween_isReportedAgain() {
    add(code(Occasion.LOAD, 1, 0x1000));
    add(module(Occasion.UNLOAD));
    add(code(Occasion.LOAD, 1, 0x1000));
    assertEquals(List.of("1 Code LOAD", "2 Unload UNLOAD", "3 Code LOAD"), reports());
  }

  @Test
  void eachCodeOfAMethodThatIsUnloaded_isReportedOnce() {
    add(code(Occasion.LOAD, 1, 0x1000));
    add(code(Occasion.LOAD, 1, 0x2000));
    for (int i = 0; i < 10; i++) {
      add(code(Occasion.UNLOAD, 1, 0x1000));
      add(code(Occasion.UNLOAD, 1, 0x2000));
    }
    assertEquals(
        List.of("1 Code LOAD", "2 Code LOAD", "3 Unload UNLOAD", "4 Unload UNLOAD"), reports());
  }

  @Test
  void unloadsAtTheEnd_ofWhatIsThereAfterwards_areLeftOut() {
    add(code(Occasion.LOAD, 1, 0x1000));
    add(code(Occasion.LOAD, 2, 0x2000));
    add(code(Occasion.UNLOAD, 1, 0x1000));
    add(code(Occasion.UNLOAD, 2, 0x2000));
    add(code(Occasion.END_OF_RECORDING, 2, 0x2000));
    assertEquals(
        List.of("1 Code LOAD", "2 Code LOAD", "3 Unload UNLOAD", "5 Code END_OF_RECORDING"),
        reports());
    assertTrue(store.hasRundown());
  }

  @Test
  void equalIlMaps_ofSeveralCodesOfAMethod_areThoseOfEach() {
    add(code(Occasion.LOAD, 1, 0x1000));
    add(il(Occasion.LOAD, 1));
    add(code(Occasion.LOAD, 1, 0x2000));
    add(il(Occasion.LOAD, 1));
    add(il(Occasion.END_OF_RECORDING, 2));
    add(code(Occasion.END_OF_RECORDING, 2, 0x3000));
    List<Long> starts = new ArrayList<>();
    reports();
    Reports reports = store.reports();
    for (int i = 0; i < reports.count(); i++) {
      if (store.fact(reports.fact(reports.number(i))) instanceof RecordedFact.Il il) {
        starts.add(il.code().start());
        assertEquals(
            List.of(new IlMapping(7, 40, 100), new IlMapping(3, 20, 40), new IlMapping(-2, 0, 20)),
            il.mapped().il());
      }
    }
    assertEquals(List.of(0x1000L, 0x2000L, 0x3000L), starts);
  }

  @Test
  void ilMap_ofAnotherMethodThanTheThreadsLast_isNone() {
    add(code(Occasion.LOAD, 1, 0x1000));
    store.add(++ticks, THREAD + 1, il(Occasion.LOAD, 1));
    add(il(Occasion.LOAD, 2));
    assertEquals(List.of("1 Code LOAD"), reports());
  }

  @Test
  void factsOfSeveralThreads_areInTheOrderOfTime() {
    Random random = new Random(5);
    List<Long> times = new ArrayList<>();
    for (int i = 0; i < 5000; i++) {
      long at = random.nextInt(3000);
      times.add(at);
      store.add(at, i % 7, code(Occasion.LOAD, i + 1, 0x1000L * i));
    }
    store.complete();
    Reports reports = store.reports();
    List<Long> sorted = new ArrayList<>();
    for (int i = 0; i < reports.count(); i++) {
      sorted.add(reports.ticks(reports.number(i)));
      boolean isStable =
          i == 0 || sorted.get(i - 1) < sorted.get(i) || reports.number(i - 1) < reports.number(i);
      assertTrue(isStable, () -> "at " + reports.count());
    }
    times.sort(null);
    assertEquals(times, sorted);
  }

  @Test
  void ilMap_reportedAgainForItsCode_isKeptOnce() {
    for (int i = 0; i < 3; i++) {
      add(code(Occasion.LOAD, 1, 0x1000));
      add(il(Occasion.LOAD, 1));
    }
    assertEquals(List.of("1 Code LOAD", "2 Il LOAD", "5 Code LOAD"), reports());
  }

  @Test
  void codesOfAMethod_reportedInTurn_areKeptOnceEach() {
    for (int i = 0; i < 1000; i++) {
      add(code(Occasion.LOAD, 1, 0x1000));
      add(code(Occasion.LOAD, 1, 0x2000));
    }
    assertEquals(
        List.of("1 Code LOAD", "2 Code LOAD", "1999 Code LOAD", "2000 Code LOAD"), reports());
  }

  @Test
  void methods_beyondTheRoom_areLeftOutAndCountedAndModulesAreNot() {
    FactStore small = new FactStore(new Room(1 << 20));
    int kept = 0;
    for (int i = 1; i <= 10_000; i++) {
      kept += small.add(i, THREAD, code(Occasion.LOAD, i, 0x1000L * i)) ? 1 : 0;
    }
    assertTrue(kept > 1000 && kept < 3000, kept + " kept");
    assertEquals(10_000 - kept, small.leftOut());
    assertTrue(small.add(10_001, THREAD, module(Occasion.END_OF_RECORDING)));
    small.complete();
    assertEquals(kept + 1, small.reports().count());
  }
}
