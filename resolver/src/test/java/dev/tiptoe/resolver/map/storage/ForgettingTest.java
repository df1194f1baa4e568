// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.resolver.feed.ReportedName;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.RuntimeID;
import dev.tiptoe.resolver.id.ThreadID;
import dev.tiptoe.resolver.map.CodeLocation;
import dev.tiptoe.resolver.map.IdHistory;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.LookupAnswer;
import dev.tiptoe.resolver.map.MapListener;
import dev.tiptoe.resolver.map.Meaning;
import dev.tiptoe.resolver.map.ModuleFact;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a map keeps that forgets, and what it says of the rest. */
final class ForgettingTest {

  private static final int COLLECTIBLE = 0x8;
  private static final int TYPES = 200;
  private static final ModuleID CORE = new ModuleID(1);
  private static final Token LIST = new Token(0x02000002);

  private final StoredMap map = new StoredMap();

  /** A plug-in that is loaded, has types, code and an instantiation of Core's, and is unloaded. */
  private void plugin(int number, boolean unload) {
    long at = 1_000L * number;
    ModuleID plugin = new ModuleID(0x100L * number);
    map.module(plugin).file("/app/P" + number + ".dll").flags(COLLECTIBLE).loaded(at + 1);
    map.module(plugin).metadata(at + 2, Bytes.of("copy", new byte[1_000]));
    for (int i = 1; i <= TYPES; i++) {
      ClassID type = new ClassID(0x10_0000L * number + i * 0x10L);
      FunctionID method = new FunctionID(0x80_0000L * number + i * 0x10L);
      map.type(type).in(plugin, new Token(0x02000000 + i)).announced(at + 3);
      map.method(method)
          .in(plugin, new Token(0x06000000 + i))
          .of(type)
          .jitted(at + 4)
          .code(at + 4, 0x1000_0000L * number + i * 0x100L, 0x80)
          .named(at + 4, new ReportedName("P.T" + i, "m", ""));
      map.type(new ClassID(type.value() + 8)).in(CORE, LIST).over(type).announced(at + 5);
    }
    if (unload) {
      map.module(plugin).unloaded(at + 900);
    }
  }

  private long rows() {
    IdHistory history = map.history();
    return history.modules().count() + history.classes().count() + history.functions().count();
  }

  @Test
  void pluginHost_thatForgets_keepsOnlyWhatLives() {
    map.module(CORE).file("/core/Core.dll").loaded(1);
    map.type(new ClassID(7)).in(CORE, new Token(0x02000003)).announced(2);
    for (int number = 1; number <= 20; number++) {
      plugin(number, number < 20);
    }
    long all = rows();
    assertEquals(2 + 20L * (1 + 3 * TYPES), all);
    map.forgetBefore(20_000);
    assertEquals(2 + 1 + 3L * TYPES, rows());
    assertEquals(20_000, map.forgottenBefore().orElseThrow());
    assertEquals(1, map.history().modules().filter(this::hasCopy).count());
    assertEquals("P.T1", named(20));
    assertEquals("", named(3));
  }

  private boolean hasCopy(ModuleFact module) {
    return map.metadataOf(module.loaded()).isPresent();
  }

  private String named(int number) {
    List<String> names = new ArrayList<>();
    map.reportedNames()
        .forEachMethod(
            (at, id, name) -> {
              if (id.value() == 0x80_0000L * number + 0x10) {
                names.add(name.type());
              }
            });
    return String.join(",", names);
  }

  @Test
  void token_ofALivingModule_isStillKnownToHaveBeenUnloaded() {
    map.module(CORE).file("/core/Core.dll").loaded(1);
    plugin(1, true);
    plugin(2, false);
    map.forgetBefore(1_950);
    map.forgetBefore(2_001);
    assertEquals("0x02000002 in Core.dll: 200", lists());
    map.module(new ModuleID(0x200)).unloaded(2_900);
    map.thread(new ThreadID(1)).created(3_000, 1);
    map.forgetBefore(3_000);
    assertEquals(
        "0x02000002 in Core.dll: unloaded at 2.9 µs", map.now().observedClassIDs(CORE, LIST).why());
    assertEquals(1, rows());
  }

  private String lists() {
    LookupAnswer<ClassID> answer = map.now().observedClassIDs(CORE, LIST);
    return answer.subject() + ": " + answer.ids().size();
  }

  @Test
  void answers_ofTheTimeBefore_sayThatFactsWereDropped() {
    map.module(CORE).file("/core/Core.dll").loaded(1);
    plugin(1, true);
    plugin(2, false);
    IdView earlier = map.at(1_500);
    assertTrue(earlier.meaningOf(new ModuleID(0x100)).valid().isPresent());
    map.forgetBefore(2_000);
    String dropped = "the facts before 2.0 µs were dropped";
    assertEquals(dropped, earlier.meaningOf(new ModuleID(0x100)).why());
    assertEquals(dropped, earlier.codeAt(0x1000_0100L).why());
    assertInstanceOf(CodeLocation.Forgotten.class, earlier.codeAt(0x1000_0100L));
    assertEquals(
        "0x02000001 in 0x100: not seen; " + dropped,
        earlier.observedClassIDs(new ModuleID(0x100), new Token(0x02000001)).why());
    assertTrue(earlier.meaningOf(CORE).valid().isPresent(), "Core lived on");
    assertInstanceOf(Meaning.Unknown.class, map.now().meaningOf(new ModuleID(0x100)));
  }

  @Test
  void fact_thatComesTooLate_isLostUnlessItsMeaningWasKept() {
    map.module(CORE).file("/core/Core.dll").loaded(1);
    ModuleID other = new ModuleID(9);
    map.module(other).file("/app/Other.dll").loaded(3);
    plugin(1, true);
    plugin(2, false);
    map.forgetBefore(2_000);
    map.type(new ClassID(0x10_0010)).in(new ModuleID(0x100), LIST).announced(1_100);
    assertEquals(1, map.statistics().lost());
    assertInstanceOf(Meaning.Unknown.class, map.now().meaningOf(new ClassID(0x10_0010)));
    map.module(other).unloaded(1_999);
    assertEquals("0x9 was unloaded at 2.0 µs", map.now().meaningOf(other).why());
  }

  @Test
  void listener_whileTheMapForgets_hearsOnlyThatThePastChanged() {
    map.module(CORE).file("/core/Core.dll").loaded(1);
    plugin(1, true);
    List<String> heard = new ArrayList<>();
    map.addListener(
        new MapListener() {
          @Override
          public void changed(RuntimeID id) {
            heard.add("changed " + id);
          }

          @Override
          public void ended(RuntimeID id, long at) {
            heard.add("ended " + id);
          }

          @Override
          public void pastChanged() {
            heard.add("past");
          }
        });
    map.forgetBefore(Long.MAX_VALUE);
    assertEquals(List.of("past"), heard);
    assertEquals(1_900, map.forgottenBefore().orElseThrow());
    map.forgetBefore(5);
    assertEquals(List.of("past"), heard);
  }
}
