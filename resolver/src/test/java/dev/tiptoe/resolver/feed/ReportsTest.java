// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.feed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.resolver.id.AppDomainID;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.ThreadID;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Facts that are reported step by step are the calls with all arguments at once. */
final class ReportsTest {

  private static final ModuleID MODULE = new ModuleID(3);
  private static final AssemblyID ASSEMBLY = new AssemblyID(2);
  private static final ClassID TYPE = new ClassID(4);
  private static final ClassID OTHER = new ClassID(5);
  private static final FunctionID METHOD = new FunctionID(6);
  private static final Token TYPE_DEF = new Token(0x02000003);
  private static final Token METHOD_DEF = new Token(0x06000003);

  private static final Bytes COPY = Bytes.of("copy", new byte[] {1});

  private final Calls steps = new Calls();
  private final Calls calls = new Calls();
  private final RuntimeFeed by = steps.feed();
  private final RuntimeFeed feed = calls.feed();

  private void assertSame() {
    assertEquals(calls.lines(), steps.lines());
  }

  @Test
  void module_describedInSteps_isLoadedAsDescribed() {
    UUID mvid = new UUID(1, 2);
    UUID pdb = new UUID(3, 4);
    by.module(MODULE)
        .file("/app/App.dll")
        .mvid(mvid)
        .base(0x400000)
        .pdb(pdb)
        .assembly(ASSEMBLY)
        .flags(8)
        .loaded(1)
        .attached(2, ASSEMBLY)
        .metadata(3, COPY)
        .notPublished(4, 3, TYPE_DEF)
        .typeNamed(5, TYPE_DEF, "N.T")
        .unloaded(6);
    feed.moduleLoaded(
        1,
        MODULE,
        new LoadedModule(
            "/app/App.dll", Optional.of(mvid), ASSEMBLY, 0x400000, 8, Optional.of(pdb)));
    feed.moduleAttached(2, MODULE, ASSEMBLY);
    feed.moduleMetadata(3, MODULE, COPY);
    feed.notPublished(4, 3, MODULE, TYPE_DEF);
    feed.typeNamed(5, MODULE, TYPE_DEF, "N.T");
    feed.unloadStarted(6, MODULE);
    assertSame();
  }

  @Test
  void assembly_describedInSteps_isLoadedAsDescribed() {
    by.assembly(ASSEMBLY)
        .name("App")
        .in(new AppDomainID(1))
        .manifest(MODULE)
        .loaded(1)
        .loadContext(2, "Default")
        .unloaded(3);
    feed.assemblyLoaded(1, ASSEMBLY, new AppDomainID(1), MODULE, "App");
    feed.loadContextReported(2, ASSEMBLY, "Default");
    feed.unloadStarted(3, ASSEMBLY);
    assertSame();
  }

  @Test
  void type_describedInSteps_isReportedAsDescribed() {
    TypeReport generic = by.type(TYPE).in(MODULE, TYPE_DEF).parent(OTHER).over(OTHER, TYPE);
    generic.announced(1).seen(2, ClassSource.PARENT).instance(3, InstanceSource.HEAP);
    generic.instances(4, 5, 6).unloaded(7);
    by.type(OTHER).arrayOf(TYPE, 0x12, 2).announced(8);
    by.type(OTHER).composite().seen(9, ClassSource.TYPE_ARGUMENT);
    ClassShape shape = new ClassShape.Defined(MODULE, TYPE_DEF, OTHER, List.of(OTHER, TYPE));
    feed.classLoaded(1, TYPE, shape);
    feed.classSeen(2, TYPE, shape, ClassSource.PARENT);
    feed.instanceSeen(3, TYPE, InstanceSource.HEAP);
    feed.instancesCounted(4, TYPE, 5, 6);
    feed.unloadStarted(7, TYPE);
    feed.classLoaded(8, OTHER, new ClassShape.Array(TYPE, 0x12, 2));
    feed.classSeen(9, OTHER, new ClassShape.Composite(), ClassSource.TYPE_ARGUMENT);
    assertSame();
  }

  @Test
  void method_describedInSteps_isReportedAsDescribed() {
    NativeCode.Range hot = new NativeCode.Range(0x100, 0x10);
    NativeCode.Range cold = new NativeCode.Range(0x200, 0x20);
    ReportedName name = new ReportedName("N.T", "m", "void ()");
    MethodReport method = by.method(METHOD).in(MODULE, METHOD_DEF).of(TYPE).over(OTHER);
    method.jitted(1).executing(2).probed(3).code(4, 0x100, 0x10).code(5, hot, cold).named(6, name);
    method.unloaded(7);
    by.method(METHOD).dynamic(MODULE, "stub").jitted(8);
    FunctionShape shape = new FunctionShape(TYPE, MODULE, METHOD_DEF, List.of(OTHER), "");
    feed.functionSeen(1, METHOD, shape, FunctionSource.JITTED);
    feed.functionSeen(2, METHOD, shape, FunctionSource.STACK);
    feed.functionSeen(3, METHOD, shape, FunctionSource.PROBED);
    feed.codeSeen(4, METHOD, NativeCode.at(0x100, 0x10));
    feed.codeSeen(5, METHOD, new NativeCode(0, List.of(hot, cold), List.of()));
    feed.methodNamed(6, METHOD, name);
    feed.unloadStarted(7, METHOD);
    feed.functionSeen(
        8,
        METHOD,
        new FunctionShape(new ClassID(0), MODULE, new Token(0x06000000), List.of(), "stub"),
        FunctionSource.JITTED);
    assertSame();
  }

  @Test
  void thread_inSteps_isReportedAsCalled() {
    ThreadID thread = new ThreadID(1);
    by.thread(thread)
        .created(1, 77)
        .named(2, "pilot")
        .osNamed(3, "pilot")
        .stack(4, METHOD, new FunctionID(0))
        .destroyed(5);
    feed.threadCreated(1, thread, 77);
    feed.threadNamed(2, thread, "pilot");
    feed.osThreadNamed(3, thread, "pilot");
    feed.stackSampled(4, thread, List.of(METHOD, new FunctionID(0)), false);
    feed.threadDestroyed(5, thread);
    assertSame();
  }

  @Test
  void fact_ofWhatWasNotDescribed_isTheCallersMistake() {
    assertThrows(IllegalStateException.class, () -> by.method(METHOD).jitted(1));
    assertThrows(IllegalStateException.class, () -> by.method(METHOD).of(TYPE));
    assertThrows(IllegalStateException.class, () -> by.type(TYPE).announced(1));
    assertThrows(
        IllegalStateException.class, () -> by.type(TYPE).arrayOf(OTHER, 1, 1).parent(OTHER));
    assertEquals(List.of(), steps.lines());
  }
}
