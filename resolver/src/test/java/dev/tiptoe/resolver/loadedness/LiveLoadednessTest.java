// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import static dev.tiptoe.resolver.map.Shapes.NO_CLASS;
import static dev.tiptoe.resolver.map.Shapes.declared;
import static dev.tiptoe.resolver.map.Shapes.defined;
import static dev.tiptoe.resolver.map.Shapes.method;
import static dev.tiptoe.resolver.map.Shapes.module;
import static dev.tiptoe.resolver.map.Shapes.type;
import static dev.tiptoe.resolver.map.Shapes.vector;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.tiptoe.resolver.feed.ClassSource;
import dev.tiptoe.resolver.feed.FunctionSource;
import dev.tiptoe.resolver.feed.InstanceSource;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.id.AppDomainID;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.ThreadID;
import dev.tiptoe.resolver.loadedness.GivenTypes.Given;
import dev.tiptoe.resolver.map.Level;
import dev.tiptoe.resolver.map.LookupAnswer.Loaded;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

final class LiveLoadednessTest {

  private static final ModuleID APP = module(0x10);
  private static final AssemblyID ASSEMBLY = new AssemblyID(0x11);

  private final GivenTypes types = new GivenTypes(APP);
  private final Given apple = types.type("Demo.Apple");
  private final Given pear = types.type("Demo.Pear");
  private final int grow = types.method(apple, "Grow");
  private final RuntimeIdMap map = new RuntimeIdMap();
  private final AtomicInteger readings = new AtomicInteger();
  private final LiveLoadedness live =
      LiveLoadedness.of(
          map,
          view -> {
            readings.incrementAndGet();
            return types;
          });

  private void tell(Consumer<RuntimeFeed> fact) {
    fact.accept(map);
    fact.accept(live);
  }

  private void tellOfModule() {
    tell(feed -> feed.moduleLoaded(1, APP, LoadedModule.ofFile("Demo.dll")));
  }

  /** A view of now ends with the newest fact that is no sample. */
  @Test
  void method_sampledAheadOfOtherFacts_countsOnceTheyHaveCaughtUp() {
    tellOfModule();
    tell(
        feed ->
            feed.functionSeen(2, method(1), declared(NO_CLASS, APP, grow), FunctionSource.JITTED));
    tell(feed -> feed.stackSampled(5, new ThreadID(1), List.of(method(1)), false));
    assertEquals(
        Loadedness.of(map.now(), types).classIDs(APP, apple.token()),
        live.classIDs(APP, apple.token()));
    tell(feed -> feed.classLoaded(9, type(1), defined(APP, pear.token().rid())));
    Loaded<?> loaded = assertInstanceOf(Loaded.class, live.classIDs(APP, apple.token()));
    assertEquals(Level.USABLE, loaded.atLeast());
    assertEquals(Loadedness.of(map.now(), types).classIDs(APP, apple.token()), loaded);
  }

  /** An array with unknown elements is not every such array. */
  @Test
  void array_ofElementsThatAreNotKnown_isATypeOfItsOwn() {
    tellOfModule();
    for (int id = 1; id <= 2; id++) {
      map.classSeen(2, type(id), vector(NO_CLASS), ClassSource.TYPE_ARGUMENT);
    }
    map.instanceSeen(3, type(2), InstanceSource.HEAP);
    Loaded<?> first = assertInstanceOf(Loaded.class, Loadedness.of(map.now(), types).of(type(1)));
    assertEquals(List.of(type(1)), first.ids());
    assertEquals(Level.PUBLISHED, first.atLeast());
  }

  @Test
  void references_areReadAnew_whenTheirLoadContextBecomesKnown() {
    tellOfModule();
    live.classIDs(APP, apple.token());
    List<Consumer<RuntimeFeed>> facts =
        List.of(
            feed -> feed.moduleAttached(2, APP, ASSEMBLY),
            feed -> feed.assemblyLoaded(3, ASSEMBLY, new AppDomainID(1), APP, "Demo"),
            feed -> feed.loadContextReported(4, ASSEMBLY, "Default"));
    for (Consumer<RuntimeFeed> fact : facts) {
      int before = readings.get();
      tell(fact);
      live.classIDs(APP, apple.token());
      assertEquals(before + 1, readings.get());
    }
  }
}
