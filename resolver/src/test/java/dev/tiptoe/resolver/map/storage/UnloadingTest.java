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
import static dev.tiptoe.resolver.map.storage.Shapes.vector;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.feed.ClassSource;
import dev.tiptoe.resolver.feed.Coverage;
import dev.tiptoe.resolver.feed.FunctionShape;
import dev.tiptoe.resolver.feed.FunctionSource;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.id.AppDomainID;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.RuntimeID;
import dev.tiptoe.resolver.map.ClassFact;
import dev.tiptoe.resolver.map.FunctionFact;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.Interval;
import dev.tiptoe.resolver.map.Meaning;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The dependents that an unload ends. */
final class UnloadingTest {

  private static final ModuleID CORE_LIB = module(0x10);
  private static final ModuleID PLUGIN = module(0x20);
  private static final AssemblyID ASSEMBLY = new AssemblyID(0x30);
  private static final AppDomainID DOMAIN = new AppDomainID(0x40);

  private static final ClassID OBJECT = type(0x100);
  private static final ClassID INT = type(0x101);
  private static final ClassID THING = type(0x200);
  private static final ClassID DERIVED_THING = type(0x201);
  private static final ClassID LIST_OF_THING = type(0x300);
  private static final ClassID LIST_OF_LIST = type(0x301);
  private static final ClassID THINGS = type(0x302);
  private static final ClassID LIST_OF_INT = type(0x303);

  private static final FunctionID THING_METHOD = method(0x500);
  private static final FunctionID LIST_METHOD = method(0x501);
  private static final FunctionID GENERIC_METHOD = method(0x502);
  private static final FunctionID INT_LIST_METHOD = method(0x503);

  private static final Set<Object> ALL_OF_CORE_LIB =
      Set.of(OBJECT, INT, LIST_OF_INT, INT_LIST_METHOD);

  private final RuntimeIdMap map = new StoredMap();

  /** CoreLib and a plugin, whose types CoreLib's generics are instantiated over. */
  private void load(LoadedModule plugin) {
    map.appDomainCreated(1, DOMAIN, "DefaultDomain");
    map.assemblyLoaded(1, ASSEMBLY, DOMAIN, PLUGIN, "Plugin");
    map.moduleLoaded(1, CORE_LIB, LoadedModule.ofFile("System.Private.CoreLib.dll"));
    map.moduleLoaded(1, PLUGIN, plugin);
    map.moduleAttached(1, PLUGIN, ASSEMBLY);
    map.classLoaded(2, OBJECT, defined(CORE_LIB, 1));
    map.classLoaded(2, INT, derived(CORE_LIB, 2, OBJECT));
    map.classLoaded(3, LIST_OF_LIST, derived(CORE_LIB, 3, OBJECT, LIST_OF_THING));
    map.classLoaded(3, THING, derived(PLUGIN, 1, OBJECT));
    map.classLoaded(3, DERIVED_THING, derived(PLUGIN, 2, THING));
    map.classLoaded(3, LIST_OF_THING, derived(CORE_LIB, 3, OBJECT, THING));
    map.classLoaded(3, THINGS, vector(THING));
    map.classLoaded(3, LIST_OF_INT, derived(CORE_LIB, 3, OBJECT, INT));
    map.functionSeen(4, THING_METHOD, declared(THING, PLUGIN, 1), FunctionSource.JITTED);
    map.functionSeen(4, LIST_METHOD, declared(LIST_OF_THING, CORE_LIB, 1), FunctionSource.JITTED);
    map.functionSeen(
        4, GENERIC_METHOD, declared(OBJECT, CORE_LIB, 2, THINGS), FunctionSource.JITTED);
    map.functionSeen(4, INT_LIST_METHOD, declared(LIST_OF_INT, CORE_LIB, 1), FunctionSource.JITTED);
  }

  private Set<Object> alive() {
    IdView now = map.now();
    Set<Object> alive = now.classes().map(ClassFact::id).collect(Collectors.toSet());
    now.functions().map(FunctionFact::id).forEach(alive::add);
    return alive;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void module_unloaded_takesAllThatIsBuiltOnIt(boolean flagged) {
    load(flagged ? collectible("Plugin.dll") : LoadedModule.ofFile("Plugin.dll"));
    map.unloadStarted(9, PLUGIN);
    assertEquals(ALL_OF_CORE_LIB, alive());
    assertEquals(12, map.at(8).classes().count() + map.at(8).functions().count());
    assertTrue(
        map.history()
            .classes()
            .filter(each -> !ALL_OF_CORE_LIB.contains(each.id()))
            .allMatch(each -> each.interval().to() == 9));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void assemblyOrDomain_unloaded_takesItsModules(boolean domain) {
    load(collectible("Plugin.dll"));
    RuntimeID id = domain ? DOMAIN : ASSEMBLY;
    map.unloadStarted(9, id);
    assertEquals(ALL_OF_CORE_LIB, alive());
    assertEquals(1, map.now().modules().count());
    assertEquals(0, map.now().assemblies().count());
    assertEquals(domain ? 0 : 1, map.now().appDomains().count());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void class_unloaded_takesWhatIsDerivedFromItOrInstantiatedOverIt(boolean flagged) {
    load(flagged ? collectible("Plugin.dll") : LoadedModule.ofFile("Plugin.dll"));
    map.unloadStarted(9, THING);
    assertEquals(ALL_OF_CORE_LIB, alive());
    assertEquals(2, map.now().modules().count());
  }

  /** The runtime gives no more about a pointer than that it is one, and does not report its end. */
  @Test
  void pointers_afterAnyUnload_areUncertainWithTheirArrays() {
    map.moduleLoaded(1, module(2), collectible("/plugin.dll"));
    map.classSeen(2, type(0x50), new ClassShape.Composite(), ClassSource.TYPE_ARGUMENT);
    map.classSeen(3, type(0x51), vector(type(0x50)), ClassSource.TYPE_ARGUMENT);
    map.classSeen(3, type(0x52), vector(type(0x51)), ClassSource.TYPE_ARGUMENT);
    map.unloadStarted(50, module(2));
    for (int id = 0x50; id <= 0x52; id++) {
      assertInstanceOf(Meaning.Uncertain.class, map.now().meaningOf(type(id)));
      assertTrue(map.at(49).meaningOf(type(id)).valid().isPresent());
    }
    map.classSeen(60, type(0x52), vector(type(0x51)), ClassSource.TYPE_ARGUMENT);
    assertTrue(map.now().meaningOf(type(0x52)).valid().isPresent());
  }

  /** The runtime does not report what shared code is made of, nor the end of such code. */
  @Test
  void sharedCode_afterAnyUnload_isUncertainUntilItIsMetAgain() {
    FunctionShape shared = declared(Shapes.NO_CLASS, module(1), 5);
    map.moduleLoaded(1, module(1), LoadedModule.ofFile("/corelib.dll"));
    map.moduleLoaded(1, module(2), Shapes.collectible("/plugin.dll"));
    map.functionSeen(2, method(1), shared, FunctionSource.STACK);
    map.functionSeen(2, method(2), declared(type(7), module(1), 6), FunctionSource.STACK);
    map.functionSeen(2, method(3), Shapes.dynamic(module(1), "stub"), FunctionSource.STACK);
    map.unloadStarted(50, module(2));
    assertEquals(
        "0x1 may have been unloaded at 50 ns, with types that it is made of",
        map.now().meaningOf(method(1)).why());
    assertEquals(
        "0x06000005 in corelib.dll: not seen; it may have been unloaded at 50 ns, with types that"
            + " it is made of",
        map.now().observedFunctionIDs(module(1), methodDef(5)).why());
    assertTrue(map.now().methodDefOf(method(1)).isNil());
    assertTrue(map.lease(method(1)).lease().isEmpty());
    assertTrue(map.at(49).meaningOf(method(1)).valid().isPresent());
    assertTrue(map.now().meaningOf(method(2)).valid().isPresent());
    assertTrue(map.now().meaningOf(method(3)).valid().isPresent());
    map.functionSeen(60, method(1), shared, FunctionSource.STACK);
    assertTrue(map.now().meaningOf(method(1)).valid().isPresent());
    assertInstanceOf(Meaning.Uncertain.class, map.at(55).meaningOf(method(1)));
  }

  @Test
  void sharedCode_whoseOwnUnloadWouldBeReported_staysAfterAnyOther() {
    Set<Coverage.Kind> kinds = Set.of(Coverage.Kind.FUNCTION_UNLOADS);
    map.coverage(1, new Coverage(kinds, Coverage.State.FROM_HERE, "the runtime reports it"));
    map.moduleLoaded(1, module(2), Shapes.collectible("/plugin.dll"));
    FunctionShape shared = declared(Shapes.NO_CLASS, module(1), 5);
    map.functionSeen(2, method(1), shared, FunctionSource.JITTED);
    map.unloadStarted(50, module(2));
    assertTrue(map.now().meaningOf(method(1)).valid().isPresent());
    map.unloadStarted(60, method(1));
    assertInstanceOf(Meaning.Ended.class, map.now().meaningOf(method(1)));
    map.functionSeen(70, method(1), shared, FunctionSource.JITTED);
    map.coverage(80, new Coverage(kinds, Coverage.State.ENDED, "events were lost"));
    map.moduleLoaded(90, module(2), Shapes.collectible("/plugin.dll"));
    map.unloadStarted(100, module(2));
    assertInstanceOf(Meaning.Uncertain.class, map.now().meaningOf(method(1)));
  }

  @Test
  void class_ofAModuleThatIsNotCollectible_takesItsDependentsToo() {
    load(collectible("Plugin.dll"));
    map.unloadStarted(9, INT);
    assertEquals(
        Set.of(
            OBJECT,
            THING,
            DERIVED_THING,
            LIST_OF_THING,
            LIST_OF_LIST,
            THINGS,
            THING_METHOD,
            LIST_METHOD,
            GENERIC_METHOD),
        alive());
  }

  @Test
  void function_unloaded_takesNothingElse() {
    load(collectible("Plugin.dll"));
    map.unloadStarted(9, LIST_METHOD);
    assertEquals(11, alive().size());
    assertTrue(map.now().meaningOf(LIST_METHOD).valid().isEmpty());
  }

  @Test
  void unload_ofAnIDThatWasNeverMet_isNormalAndEndsWhatNamesIt() {
    load(collectible("Plugin.dll"));
    map.classLoaded(5, type(0x600), defined(CORE_LIB, 3, type(0x999)));
    map.unloadStarted(9, type(0x999));
    map.unloadStarted(9, type(0x998));
    assertEquals(2, map.statistics().unknownUnloads());
    assertTrue(map.now().meaningOf(type(0x600)).valid().isEmpty());
    assertEquals(12, alive().size());
  }

  @Test
  void whatWasReportedLater_isDependedOnToo() {
    load(collectible("Plugin.dll"));
    map.classLoaded(5, type(0x600), defined(CORE_LIB, 4));
    map.classLoaded(6, type(0x600), derived(CORE_LIB, 4, THING));
    map.functionSeen(
        5, method(0x601), declared(Shapes.NO_CLASS, CORE_LIB, 5), FunctionSource.STACK);
    map.functionSeen(6, method(0x601), declared(THING, CORE_LIB, 5), FunctionSource.JITTED);
    assertEquals(14, alive().size());
    map.unloadStarted(9, THING);
    assertEquals(ALL_OF_CORE_LIB, alive());
  }

  @Test
  void reusedClassID_doesNotInheritDependents() {
    load(collectible("Plugin.dll"));
    map.unloadStarted(9, PLUGIN);
    map.moduleLoaded(10, PLUGIN, collectible("Plugin2.dll"));
    map.classLoaded(11, THING, derived(PLUGIN, 1, OBJECT));
    map.classLoaded(12, LIST_OF_THING, derived(CORE_LIB, 3, OBJECT, INT));
    map.unloadStarted(13, THING);
    assertTrue(map.now().meaningOf(LIST_OF_THING).valid().isPresent());
    assertTrue(map.now().meaningOf(THING).valid().isEmpty());
    assertEquals(2, map.history().classes().filter(each -> each.id().equals(THING)).count());
  }

  @Test
  void manyPlugins_comingAndGoing_leaveNothingBehind() {
    load(collectible("Plugin.dll"));
    for (int i = 0; i < 2_000; i++) {
      long at = 10 + 3L * i;
      ModuleID module = module(0x1000 + i % 7);
      map.moduleLoaded(at, module, collectible("P" + i + ".dll"));
      map.classLoaded(at + 1, type(0x2000 + i % 5), derived(module, 1, OBJECT));
      map.classLoaded(at + 1, type(0x3000 + i % 3), vector(type(0x2000 + i % 5)));
      map.unloadStarted(at + 2, module);
    }
    assertEquals(12, alive().size());
    assertEquals(8 + 4_000, map.history().classes().count());
    assertEquals(0, map.statistics().conflicts());
    for (int i = 0; i < 2_000; i += 111) {
      ClassFact array = map.at(11 + 3L * i).meaningOf(type(0x3000 + i % 3)).valid().orElseThrow();
      assertEquals(vector(type(0x2000 + i % 5)), array.shape());
      assertEquals(new Interval(11 + 3L * i, 12 + 3L * i), array.interval());
    }
  }
}
