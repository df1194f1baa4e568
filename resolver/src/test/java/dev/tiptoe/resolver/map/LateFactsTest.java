// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import static dev.tiptoe.resolver.map.Shapes.collectible;
import static dev.tiptoe.resolver.map.Shapes.declared;
import static dev.tiptoe.resolver.map.Shapes.defined;
import static dev.tiptoe.resolver.map.Shapes.method;
import static dev.tiptoe.resolver.map.Shapes.methodDef;
import static dev.tiptoe.resolver.map.Shapes.module;
import static dev.tiptoe.resolver.map.Shapes.type;
import static dev.tiptoe.resolver.map.Shapes.typeDef;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.resolver.feed.FunctionSource;
import dev.tiptoe.resolver.feed.InstanceSource;
import dev.tiptoe.resolver.feed.NativeCode;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.ThreadID;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Facts that are told late belong to the meaning that their ID had at their own time. */
final class LateFactsTest {

  private static final ModuleID M = module(0x10);
  private static final ClassID C = type(0x100);
  private static final FunctionID F = method(0x200);

  private final RuntimeIdMap map = new RuntimeIdMap();

  private void reuseOfModule() {
    map.moduleLoaded(1, M, collectible("Demo.dll"));
    map.unloadStarted(10, M);
    map.moduleLoaded(20, M, collectible("Dockyard.dll"));
  }

  @Test
  void type_toldAfterItsModuleIDWasReused_isOfTheModuleOfItsTime() {
    reuseOfModule();
    map.classLoaded(5, C, defined(M, 6));
    assertFalse(map.now().classIDs(M, typeDef(6)).isLoaded());
    assertEquals(List.of(C), map.at(6).classIDs(M, typeDef(6)).ids());
    assertEquals(new Interval(5, 10), map.at(6).meaningOf(C).valid().orElseThrow().interval());
    assertInstanceOf(Meaning.Ended.class, map.now().meaningOf(C));
    assertTrue(map.lease(C).lease().isEmpty());
  }

  @Test
  void unload_toldAfterTheIDWasReused_endsTheFormerMeaning() {
    map.moduleLoaded(1, M, collectible("Demo.dll"));
    map.classLoaded(5, C, defined(M, 6));
    map.moduleLoaded(20, M, collectible("Dockyard.dll"));
    assertInstanceOf(Meaning.Uncertain.class, map.now().meaningOf(M));
    map.classLoaded(22, C, defined(M, 7));
    assertTrue(map.lease(C).lease().isEmpty());
    map.unloadStarted(10, M);
    assertEquals("Demo.dll", map.at(5).meaningOf(M).valid().orElseThrow().loaded().path());
    assertEquals("Dockyard.dll", map.now().meaningOf(M).valid().orElseThrow().loaded().path());
    assertEquals(List.of(C), map.now().classIDs(M, typeDef(7)).ids());
    assertFalse(map.now().classIDs(M, typeDef(6)).isLoaded());
    assertTrue(map.lease(C).lease().isPresent());
  }

  @Test
  void sameThing_loadedAgain_isTwoMeaningsOnceTheUnloadIsTold() {
    map.moduleLoaded(1, M, collectible("Demo.dll"));
    map.classLoaded(2, C, defined(M, 6));
    map.moduleLoaded(20, M, collectible("Demo.dll"));
    map.classLoaded(21, C, defined(M, 6));
    map.instanceSeen(22, C, InstanceSource.HEAP);
    map.unloadStarted(10, M);
    assertEquals(new Interval(2, 10), map.at(2).meaningOf(C).valid().orElseThrow().interval());
    ClassFact now = map.now().meaningOf(C).valid().orElseThrow();
    assertEquals(21, now.interval().from());
    assertEquals(2, now.evidence().size());
    assertInstanceOf(Meaning.Ended.class, map.at(15).meaningOf(C));
  }

  @Test
  void instanceAndFrame_beforeTheirDescription_waitForIt() {
    map.moduleLoaded(1, M, collectible("Demo.dll"));
    map.instanceSeen(3, C, InstanceSource.HEAP);
    map.stackSampled(4, new ThreadID(1), List.of(F), false);
    assertEquals(2, map.statistics().waiting());
    map.classLoaded(5, C, defined(M, 6));
    map.functionSeen(5, F, declared(C, M, 9), FunctionSource.JITTED);
    assertEquals(0, map.statistics().waiting());
    assertEquals(
        List.of(
            new Evidence.Observed(EvidenceKind.ON_HEAP, 3),
            new Evidence.Observed(EvidenceKind.ANNOUNCED, 5)),
        map.now().meaningOf(C).valid().orElseThrow().evidence());
    assertEquals(4, map.now().meaningOf(F).valid().orElseThrow().interval().from());
  }

  @Test
  void instance_beforeAnUnload_doesNotBelongToWhatIsDescribedAfterIt() {
    map.instanceSeen(3, C, InstanceSource.HEAP);
    map.moduleLoaded(5, M, collectible("Demo.dll"));
    map.classLoaded(6, C, defined(M, 6));
    assertEquals(3, map.now().meaningOf(C).valid().orElseThrow().interval().from());
    map.unloadStarted(4, module(0x30));
    assertEquals(6, map.now().meaningOf(C).valid().orElseThrow().interval().from());
    assertEquals(1, map.now().meaningOf(C).valid().orElseThrow().evidence().size());
  }

  @Test
  void observations_thatWait_areBounded() {
    for (int i = 1; i <= 100; i++) {
      map.instanceSeen(i, C, InstanceSource.HEAP);
    }
    assertEquals(100, map.statistics().orphans());
    assertEquals(100, map.statistics().waiting() + map.statistics().lost());
    assertTrue(map.statistics().waiting() < 100);
  }

  @Test
  void code_toldBeforeItsMethod_waitsForIt() {
    map.codeSeen(3, F, NativeCode.at(0x5000, 16));
    map.moduleLoaded(1, M, collectible("Demo.dll"));
    map.functionSeen(2, F, declared(C, M, 9), FunctionSource.JITTED);
    assertEquals(F, map.now().functionAt(0x5004));
  }

  @Test
  void code_ofAnEndedMethod_toldLate_isFoundInItsTime() {
    map.moduleLoaded(1, M, collectible("Demo.dll"));
    map.functionSeen(2, F, declared(C, M, 9), FunctionSource.JITTED);
    map.unloadStarted(10, M);
    map.moduleLoaded(20, M, collectible("Dockyard.dll"));
    FunctionID other = method(0x300);
    map.functionSeen(21, other, declared(C, M, 3), FunctionSource.JITTED);
    map.codeSeen(21, other, NativeCode.at(0x5000, 16));
    map.codeSeen(3, F, NativeCode.at(0x5000, 32));
    assertEquals(F, map.at(5).functionAt(0x5004));
    assertEquals(other, map.now().functionAt(0x5004));
    assertEquals(0, map.statistics().conflicts());
  }

  /** At a cost that grew with an ID's past, this would take days. */
  @Test
  void ids_usedAgainVeryOften_withFactsThatComeLate_haveTheirMeanings() {
    int times = 100_000;
    ThreadID thread = new ThreadID(1);
    for (int i = 1; i <= times; i++) {
      long at = 10L * i;
      map.moduleLoaded(at, M, collectible("Demo" + i + ".dll"));
      map.threadCreated(at, thread, i);
      map.stackSampled(at + 3, thread, List.of(F), false);
      map.classLoaded(at + 1, C, defined(M, 1 + i % 7));
      map.functionSeen(at + 2, F, declared(C, M, 1 + i % 5), FunctionSource.JITTED);
      map.threadNamed(at + 4, thread, "name");
      map.unloadStarted(at - 1, M); // of the one before
      map.threadDestroyed(at - 2, thread);
    }
    for (int i = 1; i < times; i += times / 100) {
      IdView view = map.at(10L * i + 5);
      Interval life = new Interval(10L * i, 10L * i + 9);
      assertEquals(life, view.meaningOf(M).valid().orElseThrow().interval());
      assertEquals("Demo" + i + ".dll", view.meaningOf(M).valid().orElseThrow().loaded().path());
      assertEquals(List.of(C), view.classIDs(M, typeDef(1 + i % 7)).ids());
      assertEquals(List.of(F), view.functionIDs(M, methodDef(1 + i % 5)).ids());
      ThreadFact known = view.meaningOf(thread).valid().orElseThrow();
      assertEquals(i, known.osThreadId());
      assertEquals(new Interval(10L * i, 10L * i + 8), known.interval());
    }
    assertEquals(0, map.statistics().lost());
  }
}
