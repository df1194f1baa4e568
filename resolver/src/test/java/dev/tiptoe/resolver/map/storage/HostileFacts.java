// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import static dev.tiptoe.resolver.map.storage.Shapes.collectible;
import static dev.tiptoe.resolver.map.storage.Shapes.declared;
import static dev.tiptoe.resolver.map.storage.Shapes.defined;
import static dev.tiptoe.resolver.map.storage.Shapes.derived;
import static dev.tiptoe.resolver.map.storage.Shapes.method;
import static dev.tiptoe.resolver.map.storage.Shapes.module;
import static dev.tiptoe.resolver.map.storage.Shapes.type;
import static dev.tiptoe.resolver.map.storage.Shapes.vector;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.resolver.feed.Coverage;
import dev.tiptoe.resolver.feed.FunctionSource;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.id.AppDomainID;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.ThreadID;
import dev.tiptoe.resolver.map.Evidence;
import dev.tiptoe.resolver.map.EvidenceKind;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Crafted facts in great numbers: whatever they are, the time is proportional to their number. With
 * 300,000 of them, quadratic time would not end.
 */
abstract class HostileFacts {

  private final int many;

  /** For facts of which each takes longer. */
  private final int fewer;

  private static final ModuleID MODULE = module(0x10);
  private static final ThreadID THREAD = new ThreadID(0x20);

  private final RuntimeIdMap map = new StoredMap();

  HostileFacts(int many) {
    this.many = many;
    fewer = many / 5;
  }

  @Test
  void typesThatSeemedImmortal_unloadedOneByOne_takeTheirDependents() {
    map.moduleLoaded(1, MODULE, LoadedModule.ofFile("App.dll"));
    for (int i = 1; i <= many; i++) {
      map.classLoaded(2, type(2L * i), defined(MODULE, i));
      map.classLoaded(2, type(2L * i + 1), vector(type(2L * i)));
    }
    for (int i = 1; i <= many; i++) {
      map.unloadStarted(3, type(2L * i));
    }
    assertEquals(0, map.now().classes().count());
    assertEquals(2L * many, map.at(2).classes().count());
    map.classLoaded(4, type(1), defined(MODULE, 1));
    map.classLoaded(4, type(2), derived(MODULE, 2, type(1)));
    map.functionSeen(4, method(3), declared(type(2), MODULE, 1), FunctionSource.JITTED);
    map.unloadStarted(5, type(1));
    assertEquals(0, map.now().classes().count() + map.now().functions().count());
  }

  @Test
  void assembliesAndDomains_unloadedOneByOne_takeTheirModules() {
    for (int i = 1; i <= fewer; i++) {
      map.assemblyLoaded(
          1, new AssemblyID(i), new AppDomainID(i % 2 == 0 ? 0 : i), module(0), "A" + i);
      map.moduleLoaded(1, module(i), collectible("M" + i));
      map.moduleAttached(1, module(i), new AssemblyID(i));
    }
    for (int i = 1; i <= fewer; i++) {
      map.unloadStarted(2, i % 2 == 0 ? new AssemblyID(i) : new AppDomainID(i));
    }
    assertEquals(0, map.now().modules().count() + map.now().assemblies().count());
  }

  @Test
  void modulesOfOneName_areAllFound() {
    for (int i = 1; i <= many; i++) {
      map.moduleLoaded(1, module(i), LoadedModule.ofFile("Dynamic"));
    }
    assertEquals(many, map.now().modulesNamed("dynamic").count());
  }

  @Test
  void idOfManyMeanings_sampledLongAfterwards_isFoundInFewSteps() {
    map.moduleLoaded(1, MODULE, LoadedModule.ofFile("App.dll"));
    FunctionID id = method(0x30);
    for (int i = 1; i <= many; i++) {
      map.functionSeen(10L * i, id, declared(Shapes.NO_CLASS, MODULE, i), FunctionSource.JITTED);
      map.unloadStarted(10L * i + 5, id);
    }
    for (int i = 1; i <= many; i++) {
      map.stackSampled(10L * i, THREAD, List.of(id), false);
    }
    assertEquals(0, map.statistics().orphans());
    assertTrue(
        map.at(10)
            .meaningOf(id)
            .valid()
            .orElseThrow()
            .evidence()
            .contains(new Evidence.Observed(EvidenceKind.EXECUTING, 10)));
  }

  @Test
  void conflicts_ofLongClaims_areKeptShort() {
    ClassID[] arguments = new ClassID[many / 15];
    Arrays.setAll(arguments, i -> type(i + 1));
    map.classLoaded(1, type(7), defined(MODULE, 1, arguments));
    for (int i = 0; i < many; i++) {
      map.classLoaded(2, type(7), defined(MODULE, 2));
    }
    assertEquals(many, map.statistics().conflicts());
    assertEquals(1_000, map.conflicts().size());
    assertTrue(map.conflicts().stream().allMatch(each -> each.known().length() <= 1_001));
  }

  @Test
  void typeOverManyTypes_whichAreUnloadedOneByOne_endsOnce() {
    map.moduleLoaded(1, MODULE, collectible("App.dll"));
    ClassID[] arguments = new ClassID[many / 3];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = type(0x100 + i);
      map.classLoaded(1, arguments[i], defined(MODULE, 1 + i));
    }
    map.classLoaded(2, type(7), defined(MODULE, 0xff_ffff, arguments));
    for (int i = arguments.length - 1; i >= 0; i--) {
      map.unloadStarted(3, arguments[i]);
    }
    assertEquals(0, map.now().classes().count());
  }

  @Test
  void coverage_thatComesAndGoes_isRemembered() {
    Set<Coverage.Kind> kinds = Set.of(Coverage.Kind.CLASSES);
    for (int i = 1; i <= many; i++) {
      map.coverage(2L * i, new Coverage(kinds, Coverage.State.COMPLETE, "complete"));
      map.coverage(2L * i + 1, new Coverage(kinds, Coverage.State.ENDED, "ended"));
    }
    for (int i = 1; i <= many; i++) {
      assertTrue(map.at(2L * i).isComplete(Coverage.Kind.CLASSES));
    }
    assertEquals(Optional.empty(), map.runtime());
  }
}
