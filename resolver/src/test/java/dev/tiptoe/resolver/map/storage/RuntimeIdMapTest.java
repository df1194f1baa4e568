// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import static dev.tiptoe.resolver.map.storage.Shapes.declared;
import static dev.tiptoe.resolver.map.storage.Shapes.defined;
import static dev.tiptoe.resolver.map.storage.Shapes.derived;
import static dev.tiptoe.resolver.map.storage.Shapes.dynamic;
import static dev.tiptoe.resolver.map.storage.Shapes.method;
import static dev.tiptoe.resolver.map.storage.Shapes.methodDef;
import static dev.tiptoe.resolver.map.storage.Shapes.module;
import static dev.tiptoe.resolver.map.storage.Shapes.type;
import static dev.tiptoe.resolver.map.storage.Shapes.typeDef;
import static dev.tiptoe.resolver.map.storage.Shapes.vector;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.feed.ClassSource;
import dev.tiptoe.resolver.feed.FunctionSource;
import dev.tiptoe.resolver.feed.InstanceSource;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.feed.RuntimeInfo;
import dev.tiptoe.resolver.id.AppDomainID;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.ThreadID;
import dev.tiptoe.resolver.map.AssemblyFact;
import dev.tiptoe.resolver.map.ClassFact;
import dev.tiptoe.resolver.map.Conflict;
import dev.tiptoe.resolver.map.Evidence.Observed;
import dev.tiptoe.resolver.map.EvidenceKind;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.Interval;
import dev.tiptoe.resolver.map.MapStatistics;
import dev.tiptoe.resolver.map.Meaning;
import dev.tiptoe.resolver.map.ModuleFact;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import dev.tiptoe.resolver.map.ThreadFact;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** From IDs to what they mean: shapes, evidence, times, conflicts. */
final class RuntimeIdMapTest {

  private static final ModuleID APP = module(0x10);
  private static final ClassID APPLE = type(0x100);

  private final RuntimeIdMap map = new StoredMap();

  @Test
  void classID_announced_meansItsShapeFromThenOn() {
    ClassShape shape = derived(APP, 5, type(0x90), type(0x91), type(0x92));
    map.classLoaded(7, APPLE, shape);
    ClassFact fact = map.now().meaningOf(APPLE).valid().orElseThrow();
    assertEquals(
        new ClassFact(
            APPLE,
            shape,
            new Interval(7, Interval.OPEN),
            7,
            List.of(new Observed(EvidenceKind.ANNOUNCED, 7)),
            false),
        fact);
    assertEquals(typeDef(5), map.now().typeDefOf(APPLE));
  }

  @Test
  void classID_beforeItsFirstFact_isUnknown() {
    map.classLoaded(7, APPLE, defined(APP, 5));
    assertEquals(new Meaning.Unknown<>(APPLE), map.at(6).meaningOf(APPLE));
    assertTrue(map.at(6).typeDefOf(APPLE).isNil());
  }

  @Test
  void everyShape_fedAndAskedFor_isTheSame() {
    List<ClassShape> shapes =
        List.of(
            defined(APP, 0xffffff),
            derived(APP, 1, type(-1), type(Long.MIN_VALUE)),
            vector(APPLE),
            new ClassShape.Array(APPLE, 0x45, 32),
            new ClassShape.Array(Shapes.NO_CLASS, 0, 1),
            new ClassShape.Composite());
    long id = 0x1000;
    for (ClassShape shape : shapes) {
      map.classLoaded(1, type(++id), shape);
      assertEquals(shape, map.now().meaningOf(type(id)).valid().orElseThrow().shape());
    }
  }

  @Test
  void functionID_seen_meansItsShape() {
    map.functionSeen(3, method(0x200), declared(APPLE, APP, 9, APPLE), FunctionSource.JITTED);
    map.functionSeen(4, method(0x201), dynamic(APP, "lambda"), FunctionSource.STACK);
    assertEquals(
        declared(APPLE, APP, 9, APPLE),
        map.now().meaningOf(method(0x200)).valid().orElseThrow().shape());
    assertEquals(
        dynamic(APP, "lambda"), map.now().meaningOf(method(0x201)).valid().orElseThrow().shape());
    assertEquals(methodDef(9), map.now().methodDefOf(method(0x200)));
    assertTrue(map.now().methodDefOf(method(0x201)).isNil());
    assertTrue(map.now().methodDefOf(method(0x999)).isNil());
  }

  @Test
  void sameFact_fromSeveralSources_isOneEntryWithAllEvidenceStrongestFirst() {
    map.classSeen(1, APPLE, defined(APP, 5), ClassSource.TYPE_ARGUMENT);
    map.classLoaded(2, APPLE, defined(APP, 5));
    map.classLoaded(3, APPLE, defined(APP, 5));
    map.instanceSeen(4, APPLE, InstanceSource.ALLOCATION);
    map.instanceSeen(5, APPLE, InstanceSource.HEAP);
    assertEquals(1, map.history().classes().count());
    assertEquals(
        List.of(
            new Observed(EvidenceKind.ON_HEAP, 5),
            new Observed(EvidenceKind.ALLOCATED, 4),
            new Observed(EvidenceKind.ANNOUNCED, 2),
            new Observed(EvidenceKind.TYPE_ARGUMENT, 1)),
        map.now().meaningOf(APPLE).valid().orElseThrow().evidence());
    assertEquals(2, map.at(3).meaningOf(APPLE).valid().orElseThrow().evidence().size());
  }

  @Test
  void parent_fedLater_isFilledIn() {
    map.classLoaded(1, APPLE, defined(APP, 5));
    map.classLoaded(2, APPLE, derived(APP, 5, type(0x90)));
    map.classLoaded(3, APPLE, defined(APP, 5));
    assertEquals(
        derived(APP, 5, type(0x90)), map.now().meaningOf(APPLE).valid().orElseThrow().shape());
    assertEquals(0, map.statistics().conflicts());
  }

  @Test
  void otherMeaning_ofALivingID_isReportedAndMakesTheIDUncertain() {
    map.classLoaded(1, APPLE, defined(APP, 5));
    map.classLoaded(2, APPLE, defined(APP, 6));
    assertInstanceOf(Meaning.Uncertain.class, map.now().meaningOf(APPLE));
    assertTrue(map.lease(APPLE).lease().isEmpty());
    ClassFact fact = map.at(1).meaningOf(APPLE).valid().orElseThrow();
    assertEquals(defined(APP, 5), fact.shape());
    assertTrue(fact.disputed());
    assertEquals(1, map.statistics().conflicts());
    Conflict conflict = map.conflicts().get(0);
    assertEquals(2, conflict.at());
    assertEquals(APPLE, conflict.id());
    assertTrue(conflict.known().contains("0x02000005"), conflict.known());
    assertTrue(conflict.claimed().contains("0x02000006"), conflict.claimed());
  }

  @Test
  void otherMeaning_afterUnload_isAnEntryOfItsOwn() {
    map.classLoaded(1, APPLE, defined(APP, 5));
    map.unloadStarted(4, APPLE);
    assertInstanceOf(Meaning.Ended.class, map.now().meaningOf(APPLE));
    map.classLoaded(6, APPLE, defined(APP, 6));
    assertEquals(typeDef(5), map.at(3).typeDefOf(APPLE));
    assertTrue(map.at(4).typeDefOf(APPLE).isNil());
    assertEquals("0x100 was unloaded at 4 ns", map.at(5).meaningOf(APPLE).why());
    assertEquals(typeDef(6), map.at(6).typeDefOf(APPLE));
    assertEquals(
        List.of(new Interval(1, 4), new Interval(6, Interval.OPEN)),
        map.history().classes().map(ClassFact::interval).toList());
    assertEquals(0, map.statistics().conflicts());
  }

  /** As of class X : Base&lt;X&gt;, while Base&lt;X&gt; is announced and X is not yet. */
  @Test
  void baseType_namedBeforeTheAnnouncement_givesWayToTheAnnouncedOne() {
    map.classSeen(1, APPLE, derived(APP, 5, type(0x90)), ClassSource.TYPE_ARGUMENT);
    map.classLoaded(2, APPLE, derived(APP, 5, type(0x91)));
    map.classSeen(3, APPLE, derived(APP, 5, type(0x90)), ClassSource.PARENT);
    ClassFact fact = map.now().meaningOf(APPLE).valid().orElseThrow();
    assertEquals(derived(APP, 5, type(0x91)), fact.shape());
    assertEquals(0, map.statistics().conflicts());
    assertFalse(fact.disputed());
    map.classLoaded(4, APPLE, derived(APP, 5, type(0x92)));
    assertEquals(1, map.statistics().conflicts());
  }

  @Test
  void conflicts_beyondAThousand_areCountedOnly() {
    map.classLoaded(1, APPLE, defined(APP, 5));
    for (int i = 0; i < 1_500; i++) {
      map.classLoaded(2, APPLE, defined(APP, 6));
    }
    assertEquals(1_500, map.statistics().conflicts());
    assertEquals(1_000, map.conflicts().size());
  }

  @Test
  void sample_afterTheFact_makesItsMethodsExecuting() {
    map.functionSeen(1, method(0x200), declared(APPLE, APP, 9), FunctionSource.JITTED);
    map.threadCreated(2, new ThreadID(1), 77);
    map.unloadStarted(10, method(0x200));
    map.stackSampled(5, new ThreadID(1), List.of(method(0), method(0x200), method(0x300)), false);
    assertEquals(
        List.of(new Observed(EvidenceKind.EXECUTING, 5), new Observed(EvidenceKind.COMPILED, 1)),
        map.at(9).meaningOf(method(0x200)).valid().orElseThrow().evidence());
    assertEquals(1, map.statistics().orphans());
  }

  @Test
  void sample_earlierThanAnother_movesTheFirstSighting() {
    map.functionSeen(1, method(0x200), declared(APPLE, APP, 9), FunctionSource.JITTED);
    map.stackSampled(8, new ThreadID(1), List.of(method(0x200)), false);
    map.stackSampled(5, new ThreadID(1), List.of(method(0x200)), false);
    map.stackSampled(6, new ThreadID(1), List.of(method(0x200)), false);
    assertEquals(
        new Observed(EvidenceKind.EXECUTING, 5),
        map.now().meaningOf(method(0x200)).valid().orElseThrow().evidence().get(0));
  }

  @Test
  void factsThatMakeNoSense_arePassedOverAndCounted() {
    map.classLoaded(1, type(0), defined(APP, 5));
    map.classLoaded(
        1, APPLE, new ClassShape.Defined(APP, methodDef(5), Shapes.NO_CLASS, List.of()));
    map.moduleLoaded(1, module(0), LoadedModule.ofFile("x.dll"));
    map.instanceSeen(2, APPLE, InstanceSource.HEAP);
    map.unloadStarted(3, APPLE);
    map.classLoaded(2, APPLE, defined(APP, 5));
    assertEquals(new MapStatistics(0, 1, 1, 3, 1, 0, 0), map.statistics());
    assertEquals(new Interval(2, 3), map.history().classes().findFirst().orElseThrow().interval());
  }

  @Test
  void module_fedInPieces_isOneFact() {
    map.classLoaded(1, APPLE, defined(APP, 5));
    map.moduleAttached(2, APP, new AssemblyID(0x20));
    map.moduleLoaded(3, APP, LoadedModule.ofFile("/app/Fruit.dll"));
    ModuleFact fact = map.now().meaningOf(APP).valid().orElseThrow();
    assertEquals("/app/Fruit.dll", fact.loaded().path());
    assertEquals(new AssemblyID(0x20), fact.loaded().assembly());
    assertEquals(new Interval(1, Interval.OPEN), fact.interval());
    assertFalse(fact.disputed());
  }

  @Test
  void module_withAnotherFile_isAConflict() {
    map.moduleLoaded(1, APP, LoadedModule.ofFile("/app/Fruit.dll"));
    map.moduleLoaded(2, APP, LoadedModule.ofFile("/app/Nut.dll"));
    assertEquals(1, map.statistics().conflicts());
    assertTrue(map.conflicts().get(0).known().startsWith("/app/Fruit.dll"));
    assertEquals("/app/Nut.dll", map.conflicts().get(0).claimed());
    assertEquals(1, map.at(1).modulesNamed("fruit").count());
    assertEquals(0, map.now().modulesNamed("fruit").count());
    assertEquals(0, map.now().modulesNamed("nut").count());
  }

  @Test
  void domainAssemblyAndThread_meanWhatWasReported() {
    map.appDomainCreated(1, new AppDomainID(1), "DefaultDomain");
    map.assemblyLoaded(2, new AssemblyID(2), new AppDomainID(1), module(0), "Fruit");
    map.assemblyLoaded(3, new AssemblyID(2), new AppDomainID(0), APP, "Fruit");
    map.threadCreated(4, new ThreadID(3), 0);
    map.threadCreated(5, new ThreadID(3), 4711);
    map.threadNamed(6, new ThreadID(3), "worker of the night");
    map.osThreadNamed(6, new ThreadID(3), "worker of the n");
    IdView now = map.now();
    assertEquals("DefaultDomain", now.meaningOf(new AppDomainID(1)).valid().orElseThrow().name());
    AssemblyFact assembly = now.meaningOf(new AssemblyID(2)).valid().orElseThrow();
    assertEquals(new AppDomainID(1), assembly.appDomain());
    assertEquals(APP, assembly.manifestModule());
    ThreadFact thread = now.meaningOf(new ThreadID(3)).valid().orElseThrow();
    assertEquals(4711, thread.osThreadId());
    assertEquals("worker of the night", thread.name());
    assertEquals("worker of the n", thread.osName());
    map.threadDestroyed(7, new ThreadID(3));
    assertEquals(0, map.now().threads().count());
    assertEquals(1, map.at(6).threads().count());
    assertEquals(1, map.history().threads().count());
  }

  @Test
  void runtime_started_isReported() {
    RuntimeInfo info =
        new RuntimeInfo(RuntimeInfo.Kind.CORE_CLR, 9, 0, 1, "9.0.1", RuntimeInfo.Start.STARTUP);
    assertEquals(Optional.empty(), map.runtime());
    map.runtimeStarted(5, info);
    assertEquals(Optional.of(info), map.runtime());
    assertEquals(5, map.now().time());
  }

  @Test
  void manyIDs_overManyPages_areAllFound() {
    int count = 100_000;
    for (int i = 1; i <= count; i++) {
      map.classLoaded(i, type(0x7f00_0000_0000L + i * 0x98L), defined(APP, i));
    }
    IdView now = map.now();
    for (int i = 1; i <= count; i++) {
      assertEquals(typeDef(i), now.typeDefOf(type(0x7f00_0000_0000L + i * 0x98L)));
      assertTrue(now.typeDefOf(type(0x7f00_0000_0000L + i * 0x98L + 8)).isNil());
    }
    assertEquals(count, now.classes().count());
    assertEquals(50_000, map.at(50_000).classes().count());
  }
}
