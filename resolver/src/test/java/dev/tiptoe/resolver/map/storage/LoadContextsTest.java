// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.id.AppDomainID;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.LoadContext;
import dev.tiptoe.resolver.map.LoadContext.Sameness;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LoadContextsTest {

  private static final AppDomainID DOMAIN = new AppDomainID(0xd0);
  private static final int DYNAMIC = 0x4;
  private static final int COLLECTIBLE = 0x8;
  private static final String PLUGIN = "\"Plugin\" Host.PluginContext #2";

  private static final ModuleID CORE = new ModuleID(0x1000);

  private final RuntimeIdMap map = new StoredMap();

  LoadContextsTest() {
    load(CORE, "/runtime/System.Private.CoreLib.dll", 0);
  }

  /** Loads a module as the only one of an assembly; the assembly's ID is the module's plus one. */
  private ModuleID load(ModuleID id, String path, int flags, AppDomainID domain) {
    AssemblyID assembly = assembly(id);
    LoadedModule loaded = new LoadedModule(path, Optional.empty(), assembly, 0, flags);
    String file = loaded.fileName();
    String name = file.endsWith(".dll") ? file.substring(0, file.length() - 4) : file;
    map.assemblyLoaded(1, assembly, domain, id, name);
    map.moduleLoaded(1, id, loaded);
    return id;
  }

  private ModuleID load(ModuleID id, String path, int flags) {
    return load(id, path, flags, DOMAIN);
  }

  private ModuleID load(long id, String path) {
    return load(new ModuleID(id), path, 0);
  }

  private static AssemblyID assembly(ModuleID module) {
    return new AssemblyID(module.value() + 1);
  }

  private LoadContext contextOf(ModuleID module) {
    return LoadContexts.in(map.now()).of(module);
  }

  private Sameness sameness(ModuleID one, ModuleID other) {
    LoadContexts contexts = LoadContexts.in(map.now());
    assertEquals(contexts.sameness(one, other), contexts.sameness(other, one));
    return contexts.sameness(one, other);
  }

  @Test
  void coreLibrary_isInTheDefaultContext() {
    assertInstanceOf(LoadContext.Default.class, contextOf(CORE));
  }

  @Test
  void module_besideTheCoreLibrary_isInTheDefaultContext() {
    ModuleID linq = load(0x2000, "/runtime/System.Linq.dll");
    assertInstanceOf(LoadContext.Default.class, contextOf(linq));
    assertEquals("its file lies beside the core library", contextOf(linq).why());
    assertEquals(Sameness.SAME, sameness(CORE, linq));
  }

  @Test
  void module_elsewhere_isInAContextThatIsNotKnown() {
    ModuleID app = load(0x2000, "/srv/App.dll");
    assertInstanceOf(LoadContext.Unknown.class, contextOf(app));
    assertEquals(Sameness.UNKNOWN, sameness(CORE, app));
  }

  @Test
  void module_thatWasReported_isInTheContextReported() {
    ModuleID app = load(0x2000, "/srv/App.dll");
    ModuleID plugin = load(0x3000, "/srv/plugins/Plugin.dll");
    map.loadContextReported(2, assembly(app), "Default");
    map.loadContextReported(2, assembly(plugin), PLUGIN);
    assertInstanceOf(LoadContext.Default.class, contextOf(app));
    assertEquals(new LoadContext.Named(PLUGIN), contextOf(plugin));
    assertEquals(Sameness.SAME, sameness(CORE, app));
    assertEquals(Sameness.DIFFERENT, sameness(app, plugin));
  }

  @Test
  void modules_ofOneReportedContext_areTogetherAndOfTwoApart() {
    ModuleID plugin = load(0x2000, "/srv/plugins/Plugin.dll");
    ModuleID helper = load(0x3000, "/srv/plugins/Helper.dll");
    ModuleID other = load(0x4000, "/srv/plugins/Other.dll");
    map.loadContextReported(2, assembly(plugin), PLUGIN);
    map.loadContextReported(2, assembly(helper), PLUGIN);
    map.loadContextReported(2, assembly(other), "\"Plugin\" Host.PluginContext #3");
    assertEquals(Sameness.SAME, sameness(plugin, helper));
    assertEquals(Sameness.DIFFERENT, sameness(plugin, other));
  }

  @Test
  void module_thatIsCollectible_isInACollectibleContextEvenFromTheRuntimesFolder() {
    ModuleID json = load(new ModuleID(0x2000), "/runtime/System.Text.Json.dll", COLLECTIBLE);
    ModuleID other = load(new ModuleID(0x3000), "/runtime/Other.dll", COLLECTIBLE);
    assertEquals(new LoadContext.Collectible(), contextOf(json));
    assertEquals(Sameness.DIFFERENT, sameness(CORE, json));
    assertEquals(Sameness.UNKNOWN, sameness(json, other));
  }

  @Test
  void modules_ofWhichOnlyOneIsCollectible_areApart() {
    ModuleID app = load(0x2000, "/srv/App.dll");
    ModuleID plugin = load(new ModuleID(0x3000), "/srv/Plugin.dll", COLLECTIBLE);
    assertEquals(Sameness.DIFFERENT, sameness(app, plugin));
  }

  /** Reflection.Emit makes collectible modules in any context. */
  @Test
  void module_madeInMemory_isInAContextThatIsNotKnown() {
    ModuleID app = load(0x2000, "/srv/App.dll");
    ModuleID made = load(new ModuleID(0x3000), "Made", DYNAMIC | COLLECTIBLE);
    assertInstanceOf(LoadContext.Unknown.class, contextOf(made));
    assertEquals(Sameness.UNKNOWN, sameness(app, made));
  }

  @Test
  void assemblies_ofOneName_areApartThoughNeitherContextIsKnown() {
    ModuleID one = load(0x2000, "/srv/a/Lib.dll");
    ModuleID two = load(0x3000, "/srv/b/LIB.dll");
    assertEquals(Sameness.DIFFERENT, sameness(one, two));
  }

  @Test
  void satellites_ofTwoCultures_haveOneNameAndMayBeTogether() {
    ModuleID one = load(0x2000, "/srv/de/Lib.resources.dll");
    ModuleID two = load(0x3000, "/srv/fr/Lib.resources.dll");
    assertEquals(Sameness.UNKNOWN, sameness(one, two));
    map.loadContextReported(2, assembly(one), "Default");
    map.loadContextReported(2, assembly(two), "Default");
    assertEquals(Sameness.SAME, sameness(one, two));
  }

  /** Two proxy generators give their assemblies one name. */
  @Test
  void assembliesMadeInMemory_ofOneName_mayBeTogether() {
    ModuleID one = load(new ModuleID(0x2000), "Proxies", DYNAMIC);
    ModuleID two = load(new ModuleID(0x3000), "Proxies", DYNAMIC);
    assertEquals(Sameness.UNKNOWN, sameness(one, two));
  }

  @Test
  void assembly_loadedTwiceFromTheRuntimesFolder_isNeitherTimeTakenAsTheDefaultOne() {
    ModuleID one = load(0x2000, "/runtime/System.Linq.dll");
    ModuleID two = load(0x3000, "/runtime/System.Linq.dll");
    assertInstanceOf(LoadContext.Unknown.class, contextOf(one));
    assertInstanceOf(LoadContext.Unknown.class, contextOf(two));
    map.loadContextReported(2, assembly(two), "Default");
    assertInstanceOf(LoadContext.Unknown.class, contextOf(one));
    assertInstanceOf(LoadContext.Default.class, contextOf(two));
  }

  @Test
  void modules_ofOneAssembly_areTogether() {
    ModuleID main = load(0x2000, "/srv/Multi.dll");
    ModuleID part = new ModuleID(0x3000);
    map.moduleLoaded(
        2, part, new LoadedModule("/srv/part.netmodule", Optional.empty(), assembly(main), 0, 0));
    assertEquals(Sameness.SAME, sameness(main, part));
  }

  @Test
  void modules_ofTwoDomains_areApartAndSeeOnlyTheSharedOne() {
    AppDomainID second = new AppDomainID(0xd2);
    ModuleID app = load(new ModuleID(0x2000), "/srv/App.dll", 0, new AppDomainID(0xd1));
    ModuleID other = load(new ModuleID(0x3000), "/srv/Other.dll", 0, second);
    assertEquals(Sameness.DIFFERENT, sameness(app, other));
    LoadContexts contexts = LoadContexts.in(map.now());
    assertFalse(contexts.isVisible(app, other));
    assertTrue(contexts.isVisible(app, app));
    assertTrue(contexts.isVisible(app, CORE));
    assertFalse(contexts.isVisible(CORE, app));
  }

  @Test
  void module_thatIsNotLoaded_isInAContextThatIsNotKnown() {
    ModuleID gone = new ModuleID(0x9000);
    assertEquals(new LoadContext.Unknown(LoadContext.Reason.NOT_LOADED), contextOf(gone));
    assertEquals(Sameness.UNKNOWN, sameness(gone, CORE));
  }

  @Test
  void report_thatConflictsWithAnother_isCounted() {
    ModuleID app = load(0x2000, "/srv/App.dll");
    map.loadContextReported(2, assembly(app), "Default");
    map.loadContextReported(3, assembly(app), PLUGIN);
    assertInstanceOf(LoadContext.Default.class, contextOf(app));
    assertEquals(1, map.conflicts().size());
  }

  @Test
  void report_beforeTheAssemblyIsAnnounced_isKept() {
    ModuleID app = new ModuleID(0x2000);
    map.loadContextReported(1, assembly(app), PLUGIN);
    load(app, "/srv/App.dll", 0);
    assertEquals(new LoadContext.Named(PLUGIN), contextOf(app));
    assertEquals(0, map.conflicts().size());
  }
}
