// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import static dev.tiptoe.resolver.map.storage.Shapes.NO_CLASS;
import static dev.tiptoe.resolver.map.storage.Shapes.declared;
import static dev.tiptoe.resolver.map.storage.Shapes.defined;
import static dev.tiptoe.resolver.map.storage.Shapes.method;
import static dev.tiptoe.resolver.map.storage.Shapes.module;
import static dev.tiptoe.resolver.map.storage.Shapes.type;
import static dev.tiptoe.resolver.map.storage.Shapes.vector;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.resolver.feed.ClassSource;
import dev.tiptoe.resolver.feed.FunctionSource;
import dev.tiptoe.resolver.feed.InstanceSource;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.feed.RuntimeInfo;
import dev.tiptoe.resolver.id.AppDomainID;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.ThreadID;
import dev.tiptoe.resolver.loadedness.GivenTypes.Given;
import dev.tiptoe.resolver.map.Level;
import dev.tiptoe.resolver.map.LookupAnswer;
import dev.tiptoe.resolver.map.LookupAnswer.Loaded;
import dev.tiptoe.resolver.map.LookupAnswer.NotSeen;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import dev.tiptoe.resolver.map.storage.StoredMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class LiveLoadednessTest {

  private static final ModuleID APP = module(0x10);
  private static final AssemblyID ASSEMBLY = new AssemblyID(0x11);

  private final GivenTypes types = new GivenTypes(APP);
  private final Given apple = types.type("Demo.Apple");
  private final int grow = types.method(apple, "Grow");
  private final RuntimeIdMap map = new StoredMap();
  private final AtomicInteger readings = new AtomicInteger();
  private final Loadedness live =
      Loadedness.current(
          map,
          view -> {
            readings.incrementAndGet();
            return types;
          });

  private void feedFact(Consumer<RuntimeFeed> fact) {
    fact.accept(map);
  }

  private void feedModule() {
    feedFact(feed -> feed.moduleLoaded(1, APP, LoadedModule.ofFile("Demo.dll")));
  }

  @Test
  void method_sampledAfterAllOtherFacts_isHeardAtOnce() {
    feedModule();
    feedFact(
        feed ->
            feed.functionSeen(3, method(1), declared(NO_CLASS, APP, grow), FunctionSource.JITTED));
    assertInstanceOf(NotSeen.class, live.classIDs(APP, apple.token()));
    feedFact(feed -> feed.stackSampled(5, new ThreadID(1), List.of(method(1)), false));
    Loaded<?> loaded = assertInstanceOf(Loaded.class, live.classIDs(APP, apple.token()));
    assertEquals(Level.USABLE, loaded.atLeast());
    assertEquals(5, live.time());
    assertEquals(Loadedness.at(map.now(), types).classIDs(APP, apple.token()), loaded);
    assertEquals(Loadedness.at(map.at(5), types).classIDs(APP, apple.token()), loaded);
  }

  @Test
  void rules_onARuntimeWithoutAWitness_areWithheldAndTheAnswerSaysSo() {
    feedModule();
    feedFact(
        feed ->
            feed.functionSeen(3, method(1), declared(NO_CLASS, APP, grow), FunctionSource.STACK));
    assertInstanceOf(Loaded.class, live.classIDs(APP, apple.token()));
    feedFact(feed -> feed.runtimeStarted(4, runtime(9, 0, 7)));
    assertInstanceOf(Loaded.class, live.classIDs(APP, apple.token()));
    feedFact(feed -> feed.runtimeStarted(5, runtime(99, 0, 1)));
    LookupAnswer<ClassID> withheld = live.classIDs(APP, apple.token());
    assertInstanceOf(NotSeen.class, withheld);
    assertTrue(
        withheld
            .why()
            .contains("; what follows from other types is withheld: the rules were witnessed on"),
        withheld::why);
    assertTrue(withheld.why().contains(", not on .NET 99.0.1"), withheld::why);
    assertEquals(withheld, Loadedness.at(map.now(), types).classIDs(APP, apple.token()));
  }

  /** With precompiled code, an allocation may be reported before the type is fully loaded. */
  @Test
  void type_ofWhichAnInstanceWasAllocated_isPublished() {
    feedModule();
    feedFact(feed -> feed.classLoaded(2, type(1), defined(APP, apple.token().rid())));
    feedFact(feed -> feed.instanceSeen(3, type(1), InstanceSource.ALLOCATION));
    Loaded<?> loaded = assertInstanceOf(Loaded.class, live.of(type(1)));
    assertEquals(Level.ANNOUNCED, loaded.atLeast());
  }

  private static RuntimeInfo runtime(int major, int minor, int build) {
    return new RuntimeInfo(
        RuntimeInfo.Kind.CORE_CLR, major, minor, build, "", RuntimeInfo.Start.ATTACH);
  }

  /** An array with unknown elements is not every such array. */
  @Test
  void array_ofElementsThatAreNotKnown_isATypeOfItsOwn() {
    feedModule();
    for (int id = 1; id <= 2; id++) {
      map.classSeen(2, type(id), vector(NO_CLASS), ClassSource.TYPE_ARGUMENT);
    }
    map.instanceSeen(3, type(2), InstanceSource.HEAP);
    Loaded<?> first = assertInstanceOf(Loaded.class, Loadedness.at(map.now(), types).of(type(1)));
    assertEquals(List.of(type(1)), first.ids());
    assertEquals(Level.PUBLISHED, first.atLeast());
  }

  /** A type is used as soon as it is announced; each asker checks that of the last one it knows. */
  @Test
  void answers_whileFactsArrive_haveAllThatWasReportedBefore() throws Exception {
    feedModule();
    Given fruit = types.type("Demo.Fruit");
    List<Given> kinds =
        IntStream.range(0, 300).mapToObj(i -> types.type("Demo.Kind" + i).base(fruit)).toList();
    AtomicInteger fed = new AtomicInteger();
    Callable<Boolean> asker =
        () -> {
          boolean right = true;
          for (int known = fed.get(); known < kinds.size(); known = fed.get()) {
            LookupAnswer<ClassID> base = live.classIDs(APP, fruit.token());
            right &= known == 0 || base.level().equals(Optional.of(Level.USABLE));
            Given last = kinds.get(Math.max(0, known - 1));
            LookupAnswer<ClassID> kind = live.classIDs(APP, last.token());
            right &= known == 0 || kind.level().equals(Optional.of(Level.USABLE));
          }
          return right;
        };
    ExecutorService askers = Executors.newFixedThreadPool(2);
    try {
      List<Future<Boolean>> asked = List.of(askers.submit(asker), askers.submit(asker));
      for (int i = 0; i < kinds.size(); i++) {
        map.classLoaded(2 + i, type(1 + i), defined(APP, kinds.get(i).token().rid()));
        map.instanceSeen(2 + i, type(1 + i), InstanceSource.HEAP);
        fed.set(i + 1);
      }
      for (Future<Boolean> each : asked) {
        assertTrue(each.get());
      }
    } finally {
      askers.shutdown();
    }
  }

  @Test
  void type_thatEndsAndIsProvedByAnother_staysAsFarAsThatProves() {
    feedModule();
    Given fruit = types.type("Demo.Fruit");
    apple.base(fruit);
    Given pear = types.type("Demo.Pear").base(fruit);
    map.classLoaded(2, type(1), defined(APP, apple.token().rid()));
    map.classLoaded(2, type(2), defined(APP, pear.token().rid()));
    map.instanceSeen(3, type(1), InstanceSource.HEAP);
    assertEquals(Optional.of(Level.USABLE), live.classIDs(APP, fruit.token()).level());
    map.unloadStarted(4, type(1));
    LookupAnswer<ClassID> left = live.classIDs(APP, fruit.token());
    assertEquals(Optional.of(Level.ANNOUNCED), left.level());
    assertEquals(Loadedness.at(map.now(), types).classIDs(APP, fruit.token()), left);
    map.unloadStarted(5, type(2));
    assertInstanceOf(NotSeen.class, live.classIDs(APP, fruit.token()));
  }

  @Test
  void references_areReadAnew_whenTheirLoadContextBecomesKnown() {
    feedModule();
    live.classIDs(APP, apple.token());
    List<Consumer<RuntimeFeed>> facts =
        List.of(
            feed -> feed.moduleAttached(2, APP, ASSEMBLY),
            feed -> feed.assemblyLoaded(3, ASSEMBLY, new AppDomainID(1), APP, "Demo"),
            feed -> feed.loadContextReported(4, ASSEMBLY, "Default"));
    for (Consumer<RuntimeFeed> fact : facts) {
      int before = readings.get();
      feedFact(fact);
      live.classIDs(APP, apple.token());
      assertEquals(before + 1, readings.get());
    }
  }
}
