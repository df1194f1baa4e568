// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.name.NameStyle;
import dev.tiptoe.resolver.answer.RuntimeFrame;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.Meaning;
import dev.tiptoe.testdata.TestAssembly;
import org.junit.jupiter.api.Test;

/** What a stack shows of frames. */
final class FrameTest {

  private static final ModuleID WRITTEN = new ModuleID(1);
  private static final FunctionID LAMBDA = new FunctionID(0x10);
  private static final FunctionID DYNAMIC = new FunctionID(0x20);

  private final Session session = new Session();

  private RuntimeFeed loaded() {
    RuntimeFeed feed = session.feed();
    feed.module(WRITTEN).file(TestAssembly.WRITTEN.path().toString()).flags(8).loaded(10);
    feed.method(LAMBDA).in(WRITTEN, new Token(0x06000088)).jitted(20);
    feed.method(DYNAMIC).dynamic(WRITTEN, "IL_STUB").jitted(30);
    return feed;
  }

  @Test
  void frame_ofALambda_hasItsNameTheWrittenMethodAndTheLine() {
    loaded();
    RuntimeFrame frame = session.now().frame(LAMBDA, 5, NameStyle.CSHARP);
    RuntimeFrame.Known known = frame.known().orElseThrow();
    assertEquals(session.now().nameOf(LAMBDA, NameStyle.CSHARP), known.name());
    assertEquals("Shop.Buy(int) → lambda → lambda", known.written().orElseThrow().text());
    assertEquals(session.sourceOf(known.method(), 5), known.place());
    assertEquals(true, known.place().known().isPresent(), known.place()::toString);
  }

  @Test
  void frame_ofADynamicMethod_hasNoWrittenMethodAndNoLine() {
    loaded();
    RuntimeFrame.Known known =
        session.now().frame(DYNAMIC, 0, NameStyle.REFLECTION).known().orElseThrow();
    assertEquals("Written.dll!IL_STUB", known.name());
    assertEquals(true, known.written().isEmpty());
    assertEquals(true, known.place().known().isEmpty());
  }

  @Test
  void frame_ofWhatIsNotKnown_saysWhy() {
    RuntimeFeed feed = loaded();
    feed.module(WRITTEN).unloaded(40);
    RuntimeFrame ended = session.now().frame(LAMBDA, 5, NameStyle.CSHARP);
    assertInstanceOf(
        Meaning.Ended.class, assertInstanceOf(RuntimeFrame.Unknown.class, ended).meaning());
    assertEquals("?", ended.name());
    RuntimeFrame never = session.now().frame(new FunctionID(0x99), 5, NameStyle.CSHARP);
    assertInstanceOf(
        Meaning.Unknown.class, assertInstanceOf(RuntimeFrame.Unknown.class, never).meaning());
    assertEquals(
        session.at(35).nameOf(LAMBDA),
        session.at(35).frame(LAMBDA, 5, NameStyle.REFLECTION).name());
  }

  @Test
  void names_ofMany_areThoseOfEachAtItsTime() {
    RuntimeFeed feed = loaded();
    feed.module(WRITTEN).unloaded(40);
    feed.module(WRITTEN).file("/no/such/Other.dll").loaded(50);
    feed.method(LAMBDA).in(WRITTEN, new Token(0x06000001)).jitted(60);
    long[] ids = {0x10, 0x20, 0x10, 0x10, 0x99, 0x10, 0x10, 0};
    long[] times = {25, 35, 61, 35, 35, 45, 19, 35};
    for (NameStyle style : NameStyle.values()) {
      String[] out = new String[ids.length];
      session.namesOf(ids, times, style, out);
      String[] expected = new String[ids.length];
      for (int i = 0; i < ids.length; i++) {
        expected[i] = session.nameOf(new FunctionID(ids[i]), times[i], style);
      }
      assertArrayEquals(expected, out);
      assertEquals("?", out[5]);
    }
    assertThrows(
        IllegalArgumentException.class,
        () -> session.namesOf(ids, new long[1], NameStyle.CSHARP, new String[8]));
  }
}
