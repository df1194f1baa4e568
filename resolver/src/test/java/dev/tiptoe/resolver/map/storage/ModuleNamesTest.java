// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import static dev.tiptoe.resolver.map.storage.Shapes.module;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.ModuleFact;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Modules by name and by MVID. */
final class ModuleNamesTest {

  private static final UUID MVID = UUID.fromString("11111111-2222-3333-4444-555555555555");

  private final RuntimeIdMap map = new StoredMap();

  @Test
  void name_withOrWithoutExtensionInAnyCase_findsTheModule() {
    map.moduleLoaded(1, module(1), LoadedModule.ofFile("/net/System.Runtime.dll"));
    map.moduleLoaded(1, module(2), LoadedModule.ofFile("C:\\net\\System.Runtime.Extensions.DLL"));
    map.moduleLoaded(1, module(3), LoadedModule.ofFile("System"));
    assertEquals(List.of(module(1)), named("System.Runtime"));
    assertEquals(List.of(module(1)), named("system.runtime.DLL"));
    assertEquals(List.of(module(2)), named("System.Runtime.Extensions"));
    assertEquals(List.of(module(3)), named("system"));
    assertEquals(List.of(), named("System.Runtime.exe"));
  }

  @Test
  void module_thatEnded_isFoundOnlyInItsTime() {
    map.moduleLoaded(1, module(1), LoadedModule.ofFile("a.dll"));
    map.unloadStarted(5, module(1));
    map.moduleLoaded(7, module(1), LoadedModule.ofFile("b.dll"));
    assertEquals(List.of(), named("a"));
    assertEquals(List.of(module(1)), named("b"));
    assertEquals(1, map.at(4).modulesNamed("a").count());
  }

  @Test
  void manyModules_ofOneNameAndMvid_areAllFound() {
    LoadedModule dynamic =
        new LoadedModule("Dynamic", Optional.of(MVID), new AssemblyID(0), 0, 0x4);
    LongStream.rangeClosed(1, 100).forEach(id -> map.moduleLoaded(id, module(id), dynamic));
    List<ModuleID> all = LongStream.rangeClosed(1, 100).mapToObj(Shapes::module).toList();
    assertEquals(all, named("dynamic"));
    assertEquals(all, ids(map.now().modulesWithMvid(MVID)));
    assertEquals(50, map.at(50).modulesWithMvid(MVID).count());
  }

  @Test
  void nameAndMvid_fedAfterTheModuleWasNamed_areFound() {
    map.moduleAttached(1, module(1), new AssemblyID(9));
    map.moduleLoaded(2, module(1), LoadedModule.ofFile("a.dll"));
    map.moduleLoaded(
        3, module(1), new LoadedModule("a.dll", Optional.of(MVID), new AssemblyID(9), 0, 0));
    assertEquals(List.of(module(1)), named("a"));
    assertEquals(List.of(module(1)), ids(map.now().modulesWithMvid(MVID)));
    assertEquals(0, map.statistics().conflicts());
  }

  private List<ModuleID> named(String name) {
    return ids(map.now().modulesNamed(name));
  }

  private static List<ModuleID> ids(Stream<ModuleFact> modules) {
    return modules.map(ModuleFact::id).toList();
  }
}
