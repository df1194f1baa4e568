// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import static dev.tiptoe.resolver.map.storage.Shapes.collectible;
import static dev.tiptoe.resolver.map.storage.Shapes.declared;
import static dev.tiptoe.resolver.map.storage.Shapes.defined;
import static dev.tiptoe.resolver.map.storage.Shapes.derived;
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

import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.feed.ClassSource;
import dev.tiptoe.resolver.feed.FunctionSource;
import dev.tiptoe.resolver.feed.InstanceSource;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.feed.NativeCode;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.ThreadID;
import dev.tiptoe.resolver.map.ClassFact;
import dev.tiptoe.resolver.map.CodeLocation;
import dev.tiptoe.resolver.map.Evidence;
import dev.tiptoe.resolver.map.EvidenceKind;
import dev.tiptoe.resolver.map.FunctionFact;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.Interval;
import dev.tiptoe.resolver.map.LookupAnswer;
import dev.tiptoe.resolver.map.Meaning;
import dev.tiptoe.resolver.map.ModuleFact;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import dev.tiptoe.resolver.map.ThreadFact;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Facts that are fed late belong to the meaning that their ID had at their own time. */
final class LateFactsTest {

  private static final ModuleID M = module(0x10);
  private static final ClassID C = type(0x100);
  private static final FunctionID F = method(0x200);

  private final RuntimeIdMap map = new StoredMap();

  private void reuseOfModule() {
    map.moduleLoaded(1, M, collectible("Demo.dll"));
    map.unloadStarted(10, M);
    map.moduleLoaded(20, M, collectible("Dockyard.dll"));
  }

  @Test
  void type_fedAfterItsModuleIDWasReused_isOfTheModuleOfItsTime() {
    reuseOfModule();
    map.classLoaded(5, C, defined(M, 6));
    assertFalse(map.now().observedClassIDs(M, typeDef(6)).isLoaded());
    assertEquals(List.of(C), map.at(6).observedClassIDs(M, typeDef(6)).ids());
    assertEquals(new Interval(5, 10), map.at(6).meaningOf(C).valid().orElseThrow().interval());
    assertInstanceOf(Meaning.Ended.class, map.now().meaningOf(C));
    assertTrue(map.lease(C).lease().isEmpty());
  }

  @Test
  void unload_fedAfterTheIDWasReused_endsTheFormerMeaning() {
    map.moduleLoaded(1, M, collectible("Demo.dll"));
    map.classLoaded(5, C, defined(M, 6));
    map.moduleLoaded(20, M, collectible("Dockyard.dll"));
    assertInstanceOf(Meaning.Uncertain.class, map.now().meaningOf(M));
    map.classLoaded(22, C, defined(M, 7));
    assertTrue(map.lease(C).lease().isEmpty());
    map.unloadStarted(10, M);
    assertEquals("Demo.dll", map.at(5).meaningOf(M).valid().orElseThrow().loaded().path());
    assertEquals("Dockyard.dll", map.now().meaningOf(M).valid().orElseThrow().loaded().path());
    assertEquals(List.of(C), map.now().observedClassIDs(M, typeDef(7)).ids());
    assertFalse(map.now().observedClassIDs(M, typeDef(6)).isLoaded());
    assertTrue(map.lease(C).lease().isPresent());
  }

  @Test
  void sameThing_loadedAgain_isTwoMeaningsOnceTheUnloadIsReported() {
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
  void code_fedBeforeItsMethod_waitsForIt() {
    map.codeSeen(3, F, NativeCode.at(0x5000, 16));
    map.moduleLoaded(1, M, collectible("Demo.dll"));
    map.functionSeen(2, F, declared(C, M, 9), FunctionSource.JITTED);
    assertEquals(F, map.now().functionAt(0x5004));
  }

  @Test
  void code_ofAnEndedMethod_fedLate_isFoundInItsTime() {
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

  @Test
  void code_whereOtherCodeLay_isPlacedOnceTheUnloadOfThatIsReported() {
    FunctionID other = method(0x300);
    map.moduleLoaded(1, M, collectible("Demo.dll"));
    map.functionSeen(2, F, declared(C, M, 9), FunctionSource.JITTED);
    map.codeSeen(3, F, NativeCode.at(0x5000, 32));
    map.functionSeen(21, other, declared(C, module(0x20), 3), FunctionSource.JITTED);
    map.codeSeen(22, other, NativeCode.at(0x5010, 32));
    assertEquals(List.of(), map.now().codeOf(other));
    map.unloadStarted(10, M);
    assertEquals(other, map.now().functionAt(0x5014));
    assertEquals(F, map.at(5).functionAt(0x5014));
    assertEquals(List.of(new NativeCode.Range(0x5010, 32)), map.now().codeOf(other));
  }

  @Test
  void code_ofWhatEndedLongAgo_isPlacedOnceThatEndIsReported() {
    FunctionID other = method(0x300);
    map.functionSeen(21, other, declared(C, module(0x20), 3), FunctionSource.JITTED);
    map.codeSeen(22, other, NativeCode.at(0x5010, 32));
    map.moduleLoaded(1, M, collectible("Demo.dll"));
    map.functionSeen(2, F, declared(C, M, 9), FunctionSource.JITTED);
    map.codeSeen(3, F, NativeCode.at(0x5000, 32));
    map.unloadStarted(10, M);
    assertEquals(F, map.at(5).functionAt(0x5014));
    assertEquals(other, map.now().functionAt(0x5014));
  }

  @Test
  void code_fedAgainForAnEarlierTime_isThereFromThenOn() {
    map.functionSeen(2, F, declared(C, M, 9), FunctionSource.JITTED);
    map.codeSeen(9, F, NativeCode.at(0x5000, 32));
    map.codeSeen(3, F, NativeCode.at(0x5000, 32));
    assertEquals(F, map.at(5).functionAt(0x5004));
    map.unloadStarted(10, M);
    map.functionSeen(20, method(0x300), declared(C, module(0x20), 3), FunctionSource.JITTED);
    map.codeSeen(20, method(0x300), NativeCode.at(0x5000, 32));
    map.codeSeen(2, F, NativeCode.at(0x5000, 32));
    assertEquals(F, map.at(2).functionAt(0x5004));
    assertEquals(List.of(new NativeCode.Range(0x5000, 32)), map.at(5).codeOf(F));
  }

  @Test
  void code_afterAnEndThatIsReportedLate_isOfTheMeaningThatFollows() {
    map.moduleLoaded(1, M, collectible("Demo.dll"));
    map.functionSeen(2, F, declared(C, M, 9), FunctionSource.JITTED);
    map.codeSeen(14, F, NativeCode.at(0x5000, 32));
    map.unloadStarted(10, M);
    assertEquals(method(0), map.now().functionAt(0x5004));
    map.functionSeen(12, F, declared(C, module(0x20), 3), FunctionSource.JITTED);
    assertEquals(F, map.now().functionAt(0x5004));
    assertEquals(List.of(new NativeCode.Range(0x5000, 32)), map.now().codeOf(F));
  }

  @Test
  void absence_afterAnEndThatIsReportedLate_isOfTheModuleThatFollows() {
    map.moduleLoaded(1, M, collectible("Demo.dll"));
    map.notPublished(25, 25, M, typeDef(6));
    map.unloadStarted(10, M);
    map.moduleLoaded(20, M, collectible("Dockyard.dll"));
    assertInstanceOf(LookupAnswer.NotPublished.class, map.now().observedClassIDs(M, typeDef(6)));
  }

  @Test
  void module_thatWasTakenForAnother_isFoundOnceAndByItsOwnNameOnly() {
    map.classLoaded(4, C, defined(M, 6));
    map.moduleLoaded(8, M, collectible("Dockyard.dll"));
    map.unloadStarted(6, M);
    map.moduleLoaded(2, M, collectible("Demo.dll"));
    for (long time = 2; time < 10; time++) {
      IdView view = map.at(time);
      List<ModuleFact> all = view.modules().toList();
      List<ModuleFact> named =
          Stream.of("demo", "Dockyard.dll").flatMap(view::modulesNamed).toList();
      assertEquals(all, named, "at " + time);
    }
  }

  /** What a type depends on may be fed after the type, and after an end of what had that ID. */
  @Test
  void type_whoseBaseTypeIsReportedLater_endsWithThatOfTheTime() {
    ClassID base = type(0x101);
    map.classLoaded(2, C, defined(M, 6));
    map.unloadStarted(4, base);
    map.classLoaded(6, base, defined(M, 7));
    map.classLoaded(8, C, derived(M, 6, base));
    map.instanceSeen(20, C, InstanceSource.HEAP);
    map.unloadStarted(12, base);
    assertEquals(new Interval(2, 12), map.at(9).meaningOf(C).valid().orElseThrow().interval());
    assertTrue(map.lease(C).lease().isEmpty());
  }

  @Test
  void module_attachedLater_endsWithTheAssemblyOfTheTime() {
    AssemblyID assembly = new AssemblyID(0x50);
    map.moduleLoaded(2, M, collectible("Demo.dll"));
    map.unloadStarted(4, assembly);
    map.moduleAttached(8, M, assembly);
    map.moduleLoaded(20, module(0x11), collectible("Other.dll"));
    map.unloadStarted(12, assembly);
    assertTrue(map.lease(M).lease().isEmpty());
  }

  @Test
  void absence_fedWhileItsModuleIsContested_isOfTheModuleOfItsTime() {
    map.moduleLoaded(1, M, collectible("Demo.dll"));
    map.moduleLoaded(20, M, collectible("Dockyard.dll"));
    map.notPublished(25, 24, M, typeDef(6));
    map.unloadStarted(10, M);
    assertEquals(
        24,
        ((LookupAnswer.NotPublished<ClassID>) map.now().observedClassIDs(M, typeDef(6))).asOf());
  }

  @Test
  void metadata_fedLate_isOfTheModuleOfItsTime() {
    reuseOfModule();
    map.moduleMetadata(5, M, metadata(5));
    map.moduleMetadata(30, M, metadata(30));
    map.moduleMetadata(25, M, metadata(25));
    assertEquals(Optional.of(5), length("Demo.dll"));
    assertEquals(Optional.of(30), length("Dockyard.dll"));
  }

  @Test
  void metadata_beforeItsModule_waitsForIt() {
    map.moduleMetadata(5, M, metadata(5));
    map.moduleLoaded(20, M, collectible("Dockyard.dll"));
    map.moduleMetadata(7, M, metadata(7));
    map.moduleLoaded(1, M, collectible("Demo.dll"));
    map.moduleMetadata(25, M, metadata(25));
    assertEquals(Optional.of(7), length("Demo.dll"));
    map.unloadStarted(10, M);
    assertEquals(Optional.of(25), length("Dockyard.dll"));
  }

  private static Bytes metadata(int length) {
    return Bytes.of("metadata", new byte[length]);
  }

  private Optional<Integer> length(String module) {
    return map.metadataOf(collectible(module)).map(Bytes::length);
  }

  @Test
  void ids_usedAgainVeryOften_withFactsThatComeLate_haveTheirMeanings() {
    idsUsedAgain(500);
  }

  void idsUsedAgain(int times) {
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
      assertEquals(List.of(C), view.observedClassIDs(M, typeDef(1 + i % 7)).ids());
      assertEquals(List.of(F), view.observedFunctionIDs(M, methodDef(1 + i % 5)).ids());
      ThreadFact known = view.meaningOf(thread).valid().orElseThrow();
      assertEquals(i, known.osThreadId());
      assertEquals(new Interval(10L * i, 10L * i + 8), known.interval());
    }
    assertEquals(0, map.statistics().lost());
  }

  @Test
  void descriptions_afterManyFrames_haveRoom() {
    map.moduleLoaded(10, M, collectible("Demo.dll"));
    for (int at = 100; at < 200; at++) {
      map.stackSampled(at, new ThreadID(1), List.of(F), false);
    }
    map.functionSeen(50, F, declared(C, M, 9), FunctionSource.STACK);
    assertEquals(50, map.now().meaningOf(F).valid().orElseThrow().interval().from());
  }

  @Test
  void description_thatWaitsForItsModuleWithManyFrames_isKept() {
    for (int at = 100; at < 133; at++) {
      map.stackSampled(at, new ThreadID(1), List.of(F), false);
    }
    map.functionSeen(50, F, declared(C, M, 9), FunctionSource.STACK);
    map.moduleLoaded(10, M, collectible("Demo.dll"));
    assertTrue(map.now().meaningOf(F).valid().isPresent());
  }

  private static final ModuleID CORE = module(0x20);
  private static final ModuleID OTHER = module(0x30);
  private static final ClassID POINTER = type(0x110);
  private static final ClassID POINTERS = type(0x120);
  private static final ClassID HOLDER = type(0x130);
  private static final ClassID LIST = type(0x140);

  /** The plugin's Holder of {@code byte*[]}; then another plugin is unloaded. */
  private void makeHolderUncertain() {
    map.moduleLoaded(1, CORE, LoadedModule.ofFile("CoreLib.dll"));
    map.moduleLoaded(2, M, collectible("Plugin.dll"));
    map.moduleLoaded(3, OTHER, collectible("Other.dll"));
    map.classLoaded(4, POINTER, new ClassShape.Composite());
    map.classLoaded(5, POINTERS, vector(POINTER));
    map.classLoaded(6, HOLDER, defined(M, 2, POINTERS));
    map.unloadStarted(50, OTHER);
    assertInstanceOf(Meaning.Uncertain.class, map.now().meaningOf(HOLDER));
  }

  /** An uncertain type may be what it was, and then ends with its module, and so does its list. */
  @Test
  void type_fedToBeOverAnUncertainOne_endsWithTheModuleOfThat() {
    makeHolderUncertain();
    map.classLoaded(60, LIST, defined(CORE, 7, HOLDER));
    assertInstanceOf(Meaning.Valid.class, map.now().meaningOf(LIST));
    map.unloadStarted(70, M);
    assertInstanceOf(Meaning.Ended.class, map.now().meaningOf(LIST));
    assertTrue(map.lease(LIST).lease().isEmpty());
    assertEquals(new Interval(60, 70), map.at(60).meaningOf(LIST).valid().orElseThrow().interval());
  }

  @Test
  void type_fedToBeOverAnUncertainOne_isUncertainItselfAfterAnyUnload() {
    makeHolderUncertain();
    map.classLoaded(60, LIST, defined(CORE, 7, POINTER));
    map.unloadStarted(70, M);
    assertInstanceOf(Meaning.Uncertain.class, map.now().meaningOf(LIST));
    assertTrue(map.lease(LIST).lease().isEmpty());
  }

  @Test
  void earlierAnnouncement_withAnotherBaseType_endsWithTheModuleOfThat() {
    ModuleID lib = module(0x20);
    ClassID first = type(0x110);
    ClassID second = type(0x120);
    map.moduleLoaded(1, M, collectible("Plugin.dll"));
    map.moduleLoaded(2, lib, collectible("Lib.dll"));
    map.classLoaded(200, first, defined(lib, 1));
    map.classLoaded(320, second, defined(M, 9));
    map.classLoaded(330, C, derived(M, 6, second));
    map.classLoaded(270, C, derived(M, 6, first));
    map.unloadStarted(310, lib);
    assertEquals(List.of(C), map.at(280).observedClassIDs(M, typeDef(6)).ids());
    assertEquals(new Interval(270, 310), map.at(280).meaningOf(C).valid().orElseThrow().interval());
    assertEquals(330, map.now().meaningOf(C).valid().orElseThrow().interval().from());
  }

  /** The array is thought to end at 30 first, with the element that it had no longer. */
  @Test
  void array_whoseElementALateUnloadEndedBefore_endsWithTheNextElement() {
    ClassID first = type(0x4);
    ClassID element = type(0x1);
    ClassID over = type(0x5);
    map.moduleLoaded(2, M, collectible("Plugin.dll"));
    map.classLoaded(10, over, defined(M, 3, first));
    map.classLoaded(12, element, vector(first));
    map.classLoaded(24, C, vector(element));
    map.unloadStarted(30, first);
    map.unloadStarted(14, element);
    map.unloadStarted(34, element);
    assertEquals(new Interval(24, 34), map.at(24).meaningOf(C).valid().orElseThrow().interval());
    assertTrue(map.lease(C).lease().isEmpty());
  }

  @Test
  void type_seenBeforeItsModuleWasAnnouncedAgain_isOfThatModule() {
    map.moduleLoaded(1, M, collectible("Plugin.dll"));
    map.classLoaded(5, C, defined(M, 6));
    map.unloadStarted(322, M);
    map.classLoaded(536, C, defined(M, 6));
    map.moduleLoaded(540, M, collectible("Plugin.dll"));
    map.classSeen(495, C, defined(M, 6), ClassSource.PARENT);
    assertTrue(map.at(500).meaningOf(C).valid().isPresent());
    assertEquals(List.of(C), map.at(500).observedClassIDs(M, typeDef(6)).ids());
  }

  @Test
  void code_ofAMethodThatALateUnloadEnded_isNotThatOfTheNext() {
    map.moduleLoaded(1, M, collectible("Plugin.dll"));
    map.stackSampled(391, new ThreadID(1), List.of(F), false);
    map.codeSeen(401, F, NativeCode.at(0x7000, 16));
    map.functionSeen(521, F, declared(type(0), M, 9), FunctionSource.JITTED);
    map.unloadStarted(471, F);
    assertInstanceOf(CodeLocation.NoCode.class, map.now().codeAt(0x7000));
  }

  /** The second description may be that of another type: between the two, nobody knows. */
  @Test
  void observation_beforeALaterDescription_saysThatItRestsOnThat() {
    map.moduleLoaded(1, M, collectible("Plugin.dll"));
    map.stackSampled(180, new ThreadID(1), List.of(F), false);
    map.functionSeen(290, F, declared(type(0), M, 2), FunctionSource.JITTED);
    FunctionFact then = map.at(185).meaningOf(F).valid().orElseThrow();
    assertEquals(290, then.described());
    assertEquals(
        "0x200 was executing at 180 ns, which a fact of 290 ns described",
        map.at(185).meaningOf(F).why());
    map.functionSeen(100, F, declared(type(0), M, 1), FunctionSource.JITTED);
    map.unloadStarted(200, F);
    assertEquals(List.of(F), map.at(185).observedFunctionIDs(M, methodDef(1)).ids());
    assertEquals(List.of(), map.at(185).observedFunctionIDs(M, methodDef(2)).ids());
    assertEquals(100, map.at(185).meaningOf(F).valid().orElseThrow().described());
  }

  /** The late frame says that the method was there when its code was seen. */
  @Test
  void code_beforeTheDescription_isTheMethodsOnceAFrameBeforeItComes() {
    map.moduleLoaded(2, M, collectible("Plugin.dll"));
    map.codeSeen(8, F, NativeCode.at(0x7000, 16));
    map.functionSeen(10, F, declared(type(0), M, 9), FunctionSource.JITTED);
    assertInstanceOf(CodeLocation.NoCode.class, map.now().codeAt(0x7000));
    map.stackSampled(6, new ThreadID(1), List.of(F), false);
    assertInstanceOf(CodeLocation.InCode.class, map.now().codeAt(0x7000));
  }

  /** Each moves the end of the array, which is made of an uncertain pointer, to an earlier time. */
  @Test
  void unloads_everEarlier_areTakenInOneByOne() {
    ClassID pointer = type(0x110);
    ClassID array = type(0x120);
    map.classLoaded(5, pointer, new ClassShape.Composite());
    map.unloadStarted(10, module(0x99));
    map.classLoaded(20, array, vector(pointer));
    map.classLoaded(10_000, type(0x130), new ClassShape.Composite());
    for (int i = 0; i < 60; i++) {
      map.unloadStarted(900 - i, module(0x1000 + i));
    }
    Meaning.Uncertain<?> answer =
        assertInstanceOf(Meaning.Uncertain.class, map.now().meaningOf(array));
    assertEquals(new Interval(20, 841), answer.last().interval());
  }

  /** X may be a living List of B, whatever became of the List of A. */
  @Test
  void type_thatAContradictedFactNamed_isNotUnloadedWithAnotherOfItsToken() {
    ModuleID core = module(0x20);
    ClassID of = type(0x110);
    ClassID list = type(0x120);
    ClassID contested = type(0x130);
    map.moduleLoaded(1, core, LoadedModule.ofFile("CoreLib.dll"));
    map.moduleLoaded(2, M, collectible("Plugin.dll"));
    map.classLoaded(10, of, defined(M, 1));
    map.classLoaded(20, list, defined(core, 7, of));
    map.classLoaded(200, contested, defined(core, 8));
    map.classLoaded(300, contested, defined(core, 7, type(0x140)));
    map.unloadStarted(322, M);
    LookupAnswer.NotSeen<?> answer =
        assertInstanceOf(
            LookupAnswer.NotSeen.class, map.at(400).observedClassIDs(core, typeDef(7)));
    assertEquals(LookupAnswer.Reason.UNCERTAIN, answer.reason());
  }
}
