// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.ThreadID;
import dev.tiptoe.resolver.map.ClassFact;
import dev.tiptoe.resolver.map.FunctionFact;
import dev.tiptoe.resolver.map.ModuleFact;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a listener for unloads gets. */
final class UnloadListenerTest {

  private static final int COLLECTIBLE = 0x8;
  private static final ModuleID CORE = new ModuleID(1);
  private static final ModuleID PLUGIN = new ModuleID(2);
  private static final ModuleID HELPER = new ModuleID(3);
  private static final ClassID PART = new ClassID(0x10);
  private static final ClassID LIST = new ClassID(0x20);
  private static final FunctionID RUN = new FunctionID(0x30);
  private static final FunctionID SHARED = new FunctionID(0x40);
  private static final Token FIRST = new Token(0x02000002);
  private static final Token METHOD = new Token(0x06000001);
  private static final String CONTEXT = "\"Plugin\" Host.PluginContext #1";

  private final Session session = new Session();
  private final List<String> calls = new ArrayList<>();

  private final UnloadListener listener =
      new UnloadListener() {
        @Override
        public void moduleUnloaded(ModuleFact module) {
          calls.add("module " + module.loaded().fileName() + " " + module.interval().to());
        }

        @Override
        public void typeUnloaded(ClassFact type) {
          calls.add("type " + type.id() + " " + type.interval().to());
        }

        @Override
        public void methodUnloaded(FunctionFact method) {
          calls.add("method " + method.id() + " " + method.interval().to());
        }

        @Override
        public void loadContextUnloaded(String name, long at) {
          calls.add("context " + name + " " + at);
        }
      };

  private RuntimeFeed loaded() {
    RuntimeFeed feed = session.feed();
    feed.module(CORE).file("/core/Core.dll").loaded(1);
    for (int i = 2; i <= 3; i++) {
      AssemblyID assembly = new AssemblyID(i);
      feed.assembly(assembly).name("Plugin" + i).loaded(2).loadContext(2, CONTEXT);
      feed.module(new ModuleID(i))
          .file("/app/P" + i + ".dll")
          .assembly(assembly)
          .flags(COLLECTIBLE)
          .loaded(3);
    }
    feed.type(PART).in(PLUGIN, FIRST).announced(4);
    feed.type(LIST).in(CORE, FIRST).over(PART).announced(5);
    feed.method(RUN).in(PLUGIN, METHOD).of(PART).jitted(6);
    feed.method(SHARED).in(CORE, METHOD).jitted(7);
    return feed;
  }

  @Test
  void unload_ofAModule_isPassedWithAllThatDependsOnIt() {
    RuntimeFeed feed = loaded();
    session.addUnloadListener(listener);
    feed.module(PLUGIN).unloaded(100);
    assertEquals(
        List.of("method 0x30 100", "module P2.dll 100", "type 0x10 100", "type 0x20 100"),
        calls.stream().sorted().toList());
  }

  @Test
  void loadContext_whoseLastAssemblyIsUnloaded_isPassed() {
    RuntimeFeed feed = loaded();
    session.addUnloadListener(listener);
    feed.assembly(new AssemblyID(2)).unloaded(100);
    assertEquals(0, calls.stream().filter(line -> line.startsWith("context")).count());
    feed.assembly(new AssemblyID(3)).unloaded(101);
    assertEquals(
        List.of("context " + CONTEXT + " 101"),
        calls.stream().filter(line -> line.startsWith("context")).toList());
    assertEquals(1, calls.stream().filter("module P3.dll 101"::equals).count());
  }

  @Test
  void unload_thatIsReportedLate_isPassedWithItsOwnTime() {
    RuntimeFeed feed = loaded();
    session.addUnloadListener(listener);
    feed.thread(new ThreadID(1)).created(500, 1);
    feed.module(HELPER).unloaded(100);
    assertEquals(List.of("module P3.dll 100"), calls);
  }

  @Test
  void listener_thatIsRemoved_hearsNothingMore() {
    RuntimeFeed feed = loaded();
    session.addUnloadListener(listener);
    session.removeUnloadListener(listener);
    feed.module(PLUGIN).unloaded(100);
    assertEquals(List.of(), calls);
  }

  @Test
  void listener_thatThrows_isRemovedAfterTheFactIsTakenIn() {
    RuntimeFeed feed = loaded();
    session.addUnloadListener(
        new UnloadListener() {
          @Override
          public void moduleUnloaded(ModuleFact module) {
            throw new IllegalStateException(module.id().toString());
          }
        });
    assertThrows(IllegalStateException.class, () -> feed.module(PLUGIN).unloaded(100));
    assertEquals("0x2 was unloaded at 100 ns", session.now().ids().meaningOf(PLUGIN).why());
    feed.module(HELPER).unloaded(101);
    assertEquals("0x3 was unloaded at 101 ns", session.now().ids().meaningOf(HELPER).why());
  }
}
