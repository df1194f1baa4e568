// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import static dev.tiptoe.resolver.map.storage.Shapes.defined;
import static dev.tiptoe.resolver.map.storage.Shapes.module;
import static dev.tiptoe.resolver.map.storage.Shapes.type;
import static dev.tiptoe.resolver.map.storage.Shapes.typeDef;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.resolver.feed.AddressSample;
import dev.tiptoe.resolver.feed.AddressStack;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.feed.ClassSource;
import dev.tiptoe.resolver.feed.Coverage;
import dev.tiptoe.resolver.feed.FunctionShape;
import dev.tiptoe.resolver.feed.FunctionSource;
import dev.tiptoe.resolver.feed.InstanceSource;
import dev.tiptoe.resolver.feed.KernelFunction;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.feed.MappedImage;
import dev.tiptoe.resolver.feed.NativeCode;
import dev.tiptoe.resolver.feed.ReportedName;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.feed.RuntimeInfo;
import dev.tiptoe.resolver.id.AppDomainID;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.RuntimeID;
import dev.tiptoe.resolver.id.ThreadID;
import dev.tiptoe.resolver.map.ClassFact;
import dev.tiptoe.resolver.map.MapListener;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What may not come in through the feed, and that it leaves nothing behind. */
final class FeedDoorTest {

  /** A sensible argument of each type that a fact has. */
  private static final Map<Class<?>, Object> ARGUMENTS =
      Map.ofEntries(
          Map.entry(long.class, 100L),
          Map.entry(int.class, 1),
          Map.entry(boolean.class, false),
          Map.entry(String.class, "name"),
          Map.entry(List.class, List.of()),
          Map.entry(Set.class, Set.of()),
          Map.entry(Optional.class, Optional.empty()),
          Map.entry(Bytes.class, Bytes.of("copy", new byte[4])),
          Map.entry(Token.class, typeDef(1)),
          Map.entry(AppDomainID.class, new AppDomainID(1)),
          Map.entry(AssemblyID.class, new AssemblyID(1)),
          Map.entry(ModuleID.class, new ModuleID(1)),
          Map.entry(ClassID.class, new ClassID(1)),
          Map.entry(FunctionID.class, new FunctionID(1)),
          Map.entry(ThreadID.class, new ThreadID(1)),
          Map.entry(RuntimeID.class, new ClassID(1)),
          Map.entry(ClassSource.class, ClassSource.PARENT),
          Map.entry(FunctionSource.class, FunctionSource.STACK),
          Map.entry(InstanceSource.class, InstanceSource.HEAP),
          Map.entry(Coverage.State.class, Coverage.State.COMPLETE),
          Map.entry(RuntimeInfo.Kind.class, RuntimeInfo.Kind.CORE_CLR),
          Map.entry(RuntimeInfo.Start.class, RuntimeInfo.Start.ATTACH),
          Map.entry(AddressSample.Engine.class, AddressSample.Engine.PERF),
          Map.entry(AddressSample.Clock.class, AddressSample.Clock.WALL),
          Map.entry(
              AddressStack.class,
              AddressStack.of(new long[0], AddressStack.End.THREAD_BASE, false, 0)));

  private static final List<Class<? extends Record>> DESCRIPTIONS =
      List.of(
          AddressSample.class,
          ClassShape.Defined.class,
          ClassShape.Array.class,
          Coverage.class,
          FunctionShape.class,
          KernelFunction.class,
          LoadedModule.class,
          MappedImage.class,
          NativeCode.class,
          ReportedName.class,
          RuntimeInfo.class);

  private final RuntimeIdMap map = new StoredMap();

  @TestFactory
  Stream<DynamicTest> description_ofNull_isNotMade() {
    return DESCRIPTIONS.stream()
        .flatMap(
            each ->
                Arrays.stream(each.getRecordComponents())
                    .filter(part -> !part.getType().isPrimitive())
                    .map(
                        part ->
                            DynamicTest.dynamicTest(
                                each.getSimpleName() + "." + part.getName(),
                                () -> assertNotMade(each, part))));
  }

  private static void assertNotMade(Class<? extends Record> of, RecordComponent lacking)
      throws ReflectiveOperationException {
    RecordComponent[] parts = of.getRecordComponents();
    Constructor<? extends Record> constructor =
        of.getDeclaredConstructor(
            Arrays.stream(parts).map(RecordComponent::getType).toArray(Class<?>[]::new));
    Object[] arguments =
        Arrays.stream(parts)
            .map(part -> part.getName().equals(lacking.getName()) ? null : argument(part.getType()))
            .toArray();
    assertIsNull(() -> constructor.newInstance(arguments));
  }

  @TestFactory
  Stream<DynamicTest> fact_ofNull_isRefusedWholly() {
    return Arrays.stream(RuntimeFeed.class.getMethods())
        .filter(each -> declares(each))
        .flatMap(
            each ->
                Stream.iterate(0, i -> i < each.getParameterCount(), i -> i + 1)
                    .filter(i -> !each.getParameterTypes()[i].isPrimitive())
                    .map(
                        i ->
                            DynamicTest.dynamicTest(
                                each.getName() + ", argument " + i,
                                () -> new FeedDoorTest().assertRefused(each, i))));
  }

  /** Whether the map takes such facts in by itself. */
  private static boolean declares(Method fact) {
    return Arrays.stream(RuntimeIdMap.class.getDeclaredMethods())
        .anyMatch(
            each ->
                each.getName().equals(fact.getName())
                    && Arrays.equals(each.getParameterTypes(), fact.getParameterTypes()));
  }

  private void assertRefused(Method fact, int lacking) {
    map.moduleLoaded(1, module(1), LoadedModule.ofFile("App.dll"));
    map.classLoaded(2, type(1), defined(module(1), 1));
    String before = state();
    Object[] arguments =
        Arrays.stream(fact.getParameterTypes()).map(FeedDoorTest::argument).toArray();
    arguments[lacking] = null;
    assertIsNull(() -> fact.invoke(map, arguments));
    assertEquals(before, state());
    map.classLoaded(50, type(2), defined(module(1), 2));
    assertEquals(0, map.statistics().late(), "the refused fact moved the clock");
    assertTrue(map.now().meaningOf(type(2)).valid().isPresent());
  }

  private String state() {
    return Stream.of(
            map.now().time(),
            map.now().modules().toList(),
            map.history().classes().toList(),
            map.history().functions().toList(),
            map.history().threads().toList(),
            map.runtime(),
            map.sealed(),
            map.statistics())
        .map(Objects::toString)
        .reduce("", String::concat);
  }

  private interface Action {
    void run() throws ReflectiveOperationException;
  }

  private static void assertIsNull(Action action) {
    Throwable thrown = assertThrows(InvocationTargetException.class, action::run).getCause();
    assertInstanceOf(NullPointerException.class, thrown);
  }

  private static Object argument(Class<?> type) {
    Object known = ARGUMENTS.get(type);
    if (known != null) {
      return known;
    }
    return switch (type.getSimpleName()) {
      case "RuntimeInfo" ->
          new RuntimeInfo(RuntimeInfo.Kind.CORE_CLR, 10, 0, 0, "10.0", RuntimeInfo.Start.STARTUP);
      case "Coverage" -> new Coverage(Set.of(), Coverage.State.COMPLETE, "");
      case "LoadedModule" -> LoadedModule.ofFile("Lib.dll");
      case "ClassShape" -> defined(module(1), 1);
      case "FunctionShape" -> Shapes.declared(type(1), module(1), 1);
      case "ReportedName" -> new ReportedName("T", "m", "");
      case "NativeCode" -> NativeCode.at(0x1000, 16);
      case "AddressSample" ->
          new AddressSample(
              1,
              (AddressStack) argument(AddressStack.class),
              0x1000,
              AddressSample.Engine.PERF,
              AddressSample.Clock.WALL,
              1);
      case "MappedImage" ->
          new MappedImage(0x1000, 0x1000, 16, module(1), 0, Optional.empty(), "lib.so");
      case "KernelFunction" -> new KernelFunction(0x1000, 16, "f");
      default -> throw new AssertionError("no argument of " + type);
    };
  }

  // ---- one thread at a time

  @Test
  void feed_fromASecondThreadMeanwhile_isRefused() throws InterruptedException {
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch leave = new CountDownLatch(1);
    map.addListener(
        new MapListener() {
          @Override
          public void changed(RuntimeID id) {
            inside.countDown();
            try {
              leave.await();
            } catch (InterruptedException e) {
              throw new AssertionError(e);
            }
          }
        });
    Thread first = new Thread(() -> map.classLoaded(1, type(1), new ClassShape.Composite()));
    first.start();
    inside.await();
    assertThrows(
        IllegalStateException.class, () -> map.classLoaded(2, type(2), new ClassShape.Composite()));
    leave.countDown();
    first.join();
    map.classLoaded(3, type(3), new ClassShape.Composite());
    assertEquals(List.of(type(1), type(3)), map.now().classes().map(ClassFact::id).toList());
  }

  // ---- listeners

  /** Logs the calls that it gets. */
  private static final class ListenerLog implements MapListener {
    final List<String> all = new ArrayList<>();

    @Override
    public void ended(RuntimeID id, long at) {
      all.add(id.getClass().getSimpleName() + " " + id + " ended at " + at);
    }

    @Override
    public void pastChanged() {
      all.add("past");
    }

    @Override
    public void runtimeReported(RuntimeInfo runtime) {
      all.add(runtime.version());
    }
  }

  @Test
  void listener_getsAllThatEnds_alsoLate() {
    ListenerLog log = new ListenerLog();
    map.addListener(log);
    map.runtimeStarted(1, (RuntimeInfo) argument(RuntimeInfo.class));
    map.moduleLoaded(2, module(1), Shapes.collectible("Plugin.dll"));
    map.classLoaded(3, type(1), defined(module(1), 1));
    map.classLoaded(4, type(2), Shapes.vector(type(1)));
    map.unloadStarted(9, module(1));
    assertEquals(
        List.of(
            "10.0", "ModuleID 0x1 ended at 9", "ClassID 0x1 ended at 9", "ClassID 0x2 ended at 9"),
        log.all);
    log.all.clear();
    map.unloadStarted(6, type(2));
    assertEquals(List.of("ClassID 0x2 ended at 6", "past"), log.all);
    log.all.clear();
    map.removeListener(log);
    map.unloadStarted(10, type(5));
    assertEquals(List.of(), log.all);
  }

  @Test
  void listener_thatThrows_getsNoMoreCalls_andTheFactIsTakenIn() {
    List<RuntimeID> log = new ArrayList<>();
    map.addListener(
        new MapListener() {
          @Override
          public void changed(RuntimeID id) {
            log.add(id);
            throw new AssertionError("no");
          }
        });
    assertThrows(AssertionError.class, () -> map.classLoaded(1, type(1), defined(module(1), 1)));
    map.classLoaded(2, type(2), defined(module(1), 2));
    assertEquals(1, log.size());
    assertEquals(2, map.now().classes().count());
  }

  @Test
  void eachFollower_hasChangesOfItsOwn() {
    ListenerLog one = new ListenerLog();
    ListenerLog other = new ListenerLog();
    map.addListener(one);
    map.addListener(other);
    map.classLoaded(1, type(1), new ClassShape.Composite());
    map.unloadStarted(2, type(1));
    assertEquals(List.of("ClassID 0x1 ended at 2"), one.all);
    assertEquals(one.all, other.all);
  }
}
