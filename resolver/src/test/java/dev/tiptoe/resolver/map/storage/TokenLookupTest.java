// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import static dev.tiptoe.resolver.map.storage.Shapes.declared;
import static dev.tiptoe.resolver.map.storage.Shapes.defined;
import static dev.tiptoe.resolver.map.storage.Shapes.method;
import static dev.tiptoe.resolver.map.storage.Shapes.methodDef;
import static dev.tiptoe.resolver.map.storage.Shapes.module;
import static dev.tiptoe.resolver.map.storage.Shapes.type;
import static dev.tiptoe.resolver.map.storage.Shapes.typeDef;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.resolver.feed.FunctionSource;
import dev.tiptoe.resolver.feed.InstanceSource;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.id.AppDomainID;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.Evidence.Observed;
import dev.tiptoe.resolver.map.EvidenceKind;
import dev.tiptoe.resolver.map.IdFilter;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.Level;
import dev.tiptoe.resolver.map.LookupAnswer;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** From tokens to IDs: the closed answer and its reasons. */
final class TokenLookupTest {

  private static final ModuleID APP = module(0x10);

  private final RuntimeIdMap map = new StoredMap();

  @BeforeEach
  void loadModule() {
    map.moduleLoaded(1, APP, LoadedModule.ofFile("C:\\app\\Fruit.dll"));
  }

  @Test
  void typeDef_withInstantiations_hasAllTheirIDsAndTheHighestLevel() {
    map.classLoaded(1_000, type(1), defined(APP, 7, type(0x51)));
    map.classLoaded(2_000, type(2), defined(APP, 7, type(0x52)));
    map.classLoaded(2_500, type(3), defined(APP, 8));
    map.instanceSeen(3_000, type(2), InstanceSource.HEAP);
    assertEquals(
        new LookupAnswer.Loaded<>(
            typeDef(7) + " in Fruit.dll",
            Level.USABLE,
            List.of(type(1), type(2)),
            List.of(
                new Observed(EvidenceKind.ON_HEAP, 3_000),
                new Observed(EvidenceKind.ANNOUNCED, 1_000))),
        map.now().observedClassIDs(APP, typeDef(7)));
    assertEquals(Level.ANNOUNCED, loaded(map.at(2_999), 7).atLeast());
    assertEquals(List.of(type(1)), loaded(map.at(1_999), 7).ids());
  }

  @Test
  void loaded_why_leadsWithWhatProvesTheLevel() {
    map.classLoaded(12_300_000, type(1), defined(APP, 7));
    map.instanceSeen(14_000_000, type(1), InstanceSource.HEAP);
    assertEquals(
        "0x02000007 in Fruit.dll: usable, because it had an instance on the heap at 14.0 ms;"
            + " it was announced at 12.3 ms",
        map.now().observedClassIDs(APP, typeDef(7)).why());
  }

  @Test
  void typeDef_ofWhichNothingWasSeen_isNotSeen() {
    assertEquals(
        "0x02000007 in Fruit.dll: not seen; no fact named it, which alone proves nothing",
        map.now().observedClassIDs(APP, typeDef(7)).why());
    assertEquals(
        "0x02000007 in 0x99: not seen; no fact named its module",
        map.now().observedClassIDs(module(0x99), typeDef(7)).why());
    assertEquals(
        "0x02ffffff in Fruit.dll: not seen; no fact named it, which alone proves nothing",
        map.now().observedClassIDs(APP, typeDef(0xffffff)).why());
  }

  @Test
  void typeDef_withTypeArguments_hasTheIDsOfThatInstantiationAlone() {
    map.classLoaded(1, type(1), defined(APP, 7, type(0x51)));
    map.classLoaded(2, type(2), defined(APP, 7, type(0x52), type(0x51)));
    IdFilter wanted = IdFilter.of(type(0x52), type(0x51));
    assertEquals(List.of(type(2)), filtered(wanted).ids());
    assertEquals(
        "0x02000007 in Fruit.dll: not seen; no fact named one of the requested kind, which"
            + " alone proves nothing",
        map.now().observedClassIDs(APP, typeDef(7), IdFilter.of(type(0x52))).why());
  }

  @Test
  void methodDef_declaredByAnInstantiation_hasTheIDsOfThatAlone() {
    map.functionSeen(1, method(1), declared(type(5), APP, 3), FunctionSource.JITTED);
    map.functionSeen(2, method(2), declared(type(6), APP, 3), FunctionSource.JITTED);
    map.functionSeen(3, method(3), declared(type(6), APP, 3, type(9)), FunctionSource.JITTED);
    IdFilter wanted = IdFilter.of().declaredBy(type(6));
    assertEquals(
        List.of(method(2)),
        ((LookupAnswer.Loaded<?>) map.now().observedFunctionIDs(APP, methodDef(3), wanted)).ids());
  }

  @Test
  void typeDef_inAnAppDomain_leavesOutWhatIsMadeOfAnotherDomainsTypes() {
    map.appDomainCreated(1, new AppDomainID(0xa), "one");
    map.appDomainCreated(1, new AppDomainID(0xb), "two");
    map.appDomainCreated(1, new AppDomainID(0xc), "EE Shared Assembly Repository");
    load(APP, 0xe1, 0xc);
    load(module(0x20), 0xe2, 0xa);
    load(module(0x30), 0xe3, 0xb);
    map.classLoaded(2, type(0x51), defined(module(0x20), 1));
    map.classLoaded(2, type(0x52), defined(module(0x30), 1));
    map.classLoaded(2, type(0x53), Shapes.vector(type(0x52)));
    map.classLoaded(3, type(1), defined(APP, 7, type(0x51)));
    map.classLoaded(3, type(2), defined(APP, 7, type(0x52)));
    map.classLoaded(3, type(3), defined(APP, 7, type(0x53)));
    assertEquals(List.of(type(1)), filtered(IdFilter.all().in(new AppDomainID(0xa))).ids());
    assertEquals(
        List.of(type(2), type(3)), filtered(IdFilter.all().in(new AppDomainID(0xb))).ids());
    map.classLoaded(4, type(0x54), defined(APP, 7, type(0x54)));
    assertEquals(3, filtered(IdFilter.all().in(new AppDomainID(0xb))).ids().size());
  }

  @Test
  void typeDef_inALoadContext_leavesOutWhatIsMadeOfAnotherContextsTypes() {
    for (int plugin = 1; plugin <= 2; plugin++) {
      AssemblyID assembly = new AssemblyID(0xe0 + plugin);
      map.assemblyLoaded(1, assembly, new AppDomainID(1), module(plugin), "Plugin");
      map.moduleLoaded(
          1, module(plugin), new LoadedModule("/p.dll", Optional.empty(), assembly, 0, 8));
      map.classLoaded(2, type(0x50 + plugin), defined(module(plugin), 1));
      map.classLoaded(3, type(plugin), defined(APP, 7, type(0x50 + plugin)));
    }
    IdFilter first = IdFilter.all().inContextOf(module(1));
    assertEquals(List.of(type(1)), filtered(first).ids());
    IdFilter second = IdFilter.all().inContextOf(module(2));
    assertEquals(List.of(type(2)), filtered(second).ids());
  }

  @Test
  void typeDef_thatAProbeDidNotFind_isNotPublishedAsOfThen() {
    map.notPublished(100, 100, APP, typeDef(7));
    map.notPublished(300, 300, APP, typeDef(7));
    assertEquals(
        "0x02000007 in Fruit.dll: not published at 300 ns, because a look-up that loads nothing did"
            + " not find it then",
        map.now().observedClassIDs(APP, typeDef(7)).why());
    assertTrue(whyAt(299, 7).startsWith("0x02000007 in Fruit.dll: not published at 100 ns"));
    assertTrue(whyAt(299, 8).startsWith("0x02000008 in Fruit.dll: not seen"));
    map.classLoaded(400, type(1), defined(APP, 7));
    assertEquals(List.of(type(1)), loaded(map.now(), 7).ids());
    map.unloadStarted(500, type(1));
    assertEquals("0x02000007 in Fruit.dll: unloaded at 500 ns", whyAt(600, 7));
    map.notPublished(700, 700, APP, typeDef(7));
    assertTrue(whyAt(701, 7).startsWith("0x02000007 in Fruit.dll: not published at 700 ns"));
  }

  private void load(ModuleID module, long assembly, long appDomain) {
    AssemblyID id = new AssemblyID(assembly);
    map.assemblyLoaded(1, id, new AppDomainID(appDomain), module, "assembly");
    map.moduleLoaded(1, module, new LoadedModule("", Optional.empty(), id, 0, 0));
  }

  private LookupAnswer.Loaded<ClassID> filtered(IdFilter filter) {
    return (LookupAnswer.Loaded<ClassID>) map.now().observedClassIDs(APP, typeDef(7), filter);
  }

  private String whyAt(long time, int rid) {
    return map.at(time).observedClassIDs(APP, typeDef(rid)).why();
  }

  @Test
  void typeDef_whoseIDsAllEnded_isUnloadedSinceTheLast() {
    map.classLoaded(2, type(1), defined(APP, 7, type(0x51)));
    map.classLoaded(3, type(2), defined(APP, 7, type(0x52)));
    map.unloadStarted(5, type(2));
    assertEquals(List.of(type(1)), loaded(map.now(), 7).ids());
    map.unloadStarted(9, type(1));
    assertEquals(
        new LookupAnswer.Unloaded<>(typeDef(7) + " in Fruit.dll", 9),
        map.now().observedClassIDs(APP, typeDef(7)));
    assertEquals(
        "0x02000007 in Fruit.dll: unloaded at 9 ns",
        map.now().observedClassIDs(APP, typeDef(7)).why());
  }

  @Test
  void typeDef_ofAnEndedModule_isUnloadedEvenIfItWasNeverSeen() {
    map.unloadStarted(5, APP);
    assertEquals(
        new LookupAnswer.Unloaded<>(typeDef(7) + " in Fruit.dll", 5),
        map.now().observedClassIDs(APP, typeDef(7)));
  }

  @Test
  void reusedModuleID_hasTokensOfItsOwn() {
    map.classLoaded(2, type(1), defined(APP, 7));
    map.unloadStarted(5, APP);
    map.moduleLoaded(6, APP, LoadedModule.ofFile("Nut.dll"));
    map.classLoaded(7, type(2), defined(APP, 7));
    assertEquals(List.of(type(2)), loaded(map.now(), 7).ids());
    assertEquals(List.of(type(1)), loaded(map.at(4), 7).ids());
    assertEquals("0x02000007 in Nut.dll", loaded(map.now(), 7).subject());
  }

  @Test
  void methodDef_withInstantiations_hasAllTheirIDs() {
    map.functionSeen(2, method(1), declared(type(0x50), APP, 3), FunctionSource.JITTED);
    map.functionSeen(3, method(2), declared(type(0x50), APP, 3, type(0x51)), FunctionSource.PROBED);
    LookupAnswer<?> answer = map.now().observedFunctionIDs(APP, methodDef(3));
    assertEquals(
        new LookupAnswer.Loaded<>(
            methodDef(3) + " in Fruit.dll",
            Level.ANNOUNCED,
            List.of(method(1), method(2)),
            List.of(new Observed(EvidenceKind.COMPILED, 2), new Observed(EvidenceKind.PROBED, 3))),
        answer);
  }

  @Test
  void tokenOfAnotherTable_isTheCallersError() {
    assertThrows(
        IllegalArgumentException.class, () -> map.now().observedClassIDs(APP, methodDef(1)));
    assertThrows(
        IllegalArgumentException.class, () -> map.now().observedFunctionIDs(APP, typeDef(1)));
  }

  private LookupAnswer.Loaded<ClassID> loaded(IdView view, int rid) {
    return (LookupAnswer.Loaded<ClassID>) view.observedClassIDs(APP, typeDef(rid));
  }
}
