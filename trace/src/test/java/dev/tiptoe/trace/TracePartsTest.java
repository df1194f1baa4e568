// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.feed.RuntimeInfo;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.symbols.Symbols;
import dev.tiptoe.trace.MergeAnswer.Reason;
import dev.tiptoe.trace.MergeAnswer.Refused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several traces as one session, where they fit. */
final class TracePartsTest {

  private static final Instant BEGAN = Instant.parse("2026-11-30T07:00:00Z");
  private static final ModuleID APP = new ModuleID(1);
  private static final ClassID ORDER = new ClassID(2);
  private static final ClassID SHIP = new ClassID(3);
  private static final Token ORDER_DEF = new Token(0x02000002);
  private static final Token SHIP_DEF = new Token(0x02000003);

  @TempDir private Path folder = Path.of("");

  private Path trace(int pid, long beganNanos, Consumer<RuntimeFeed> facts) throws IOException {
    Path file = folder.resolve(UUID.randomUUID() + ".tiptoe");
    try (TraceWriter writer = TraceWriter.create(file, pid, BEGAN.plusNanos(beganNanos))) {
      facts.accept(writer);
    }
    return file;
  }

  private static void first(RuntimeFeed feed) {
    feed.module(APP).file("/app/App.dll").loaded(10);
    feed.type(ORDER).in(APP, ORDER_DEF).announced(20);
    feed.ended(1_000, "the agent detached");
  }

  private static void second(RuntimeFeed feed) {
    feed.module(APP).file("/app/App.dll").loaded(1);
    feed.type(SHIP).in(APP, SHIP_DEF).announced(600);
    feed.module(APP).notPublished(610, 605, new Token(0x02000004));
    feed.type(ORDER).unloaded(700);
  }

  private static MergeAnswer merge(Path... files) throws IOException {
    return RecordedSession.merge(List.of(files), Symbols.none());
  }

  private static void assertRefused(Reason reason, MergeAnswer answer) {
    assertEquals(reason, assertInstanceOf(Refused.class, answer).reason(), answer::why);
  }

  @Test
  void traces_ofOneProcessThatOverlap_areOneSessionInAnyOrder() throws IOException {
    Path one = trace(7, 0, TracePartsTest::first);
    Path other = trace(7, 500, TracePartsTest::second);
    for (MergeAnswer answer : List.of(merge(one, other), merge(other, one))) {
      Session session = answer.session().orElseThrow();
      assertEquals(ORDER_DEF, session.at(1_100).ids().typeDefOf(ORDER));
      assertEquals(SHIP_DEF, session.at(1_100).ids().typeDefOf(SHIP));
      assertEquals(new Token(0x02000000), session.at(1_099).ids().typeDefOf(SHIP));
      assertEquals(
          "0x02000002 in App.dll: unloaded at 1.2 µs",
          session.now().classIDs(APP, ORDER_DEF).why());
      assertEquals(
          "0x02000004 in App.dll: not published at 1.1 µs",
          session.now().classIDs(APP, new Token(0x02000004)).why().replaceAll(",.*", ""));
      assertTrue(session.map().sealed().isEmpty());
    }
  }

  @Test
  void traces_ofSeveralProcesses_areRefused() throws IOException {
    Path one = trace(7, 0, TracePartsTest::first);
    assertRefused(Reason.OTHER_PROCESS, merge(one, trace(8, 500, TracePartsTest::second)));
    Path unknown = trace(0, 0, TracePartsTest::first);
    assertRefused(Reason.OTHER_PROCESS, merge(unknown, trace(0, 500, TracePartsTest::second)));
    Path nine = trace(7, 0, feed -> feed.runtimeStarted(1, runtime("9.0.1")));
    Path ten = trace(7, 0, feed -> feed.runtimeStarted(1, runtime("10.0.0")));
    assertRefused(Reason.OTHER_PROCESS, merge(nine, ten));
  }

  private static RuntimeInfo runtime(String version) {
    return new RuntimeInfo(RuntimeInfo.Kind.CORE_CLR, 9, 0, 1, version, RuntimeInfo.Start.STARTUP);
  }

  @Test
  void traces_withNothingBetweenThem_areRefused() throws IOException {
    Path one = trace(7, 0, TracePartsTest::first);
    MergeAnswer answer = merge(one, trace(7, 4_000, TracePartsTest::second));
    assertRefused(Reason.GAP, answer);
    assertTrue(answer.why().startsWith("nothing was recorded for 3.0 µs before "), answer::why);
  }

  @Test
  void traces_thatContradictEachOther_areRefused() throws IOException {
    Path one = trace(7, 0, TracePartsTest::first);
    Path other = trace(7, 500, feed -> feed.type(ORDER).in(APP, SHIP_DEF).announced(10));
    assertRefused(Reason.CONTRADICTION, merge(one, other));
  }

  @Test
  void nettrace_doesNotSayItsProcess_isRefused() throws IOException {
    Path nettrace = Files.writeString(folder.resolve("a.nettrace"), "Nettrace");
    assertRefused(Reason.PROCESS_UNKNOWN, merge(trace(7, 0, TracePartsTest::first), nettrace));
  }

  @Test
  void trace_alone_isItsSession() throws IOException {
    Path one = trace(7, 0, TracePartsTest::first);
    Session session = merge(one).session().orElseThrow();
    assertEquals(ORDER_DEF, session.now().ids().typeDefOf(ORDER));
    assertTrue(session.map().sealed().isPresent());
  }
}
