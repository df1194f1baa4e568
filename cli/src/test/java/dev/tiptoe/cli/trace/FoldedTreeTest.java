// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.cli.terminal.StyledLine;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What fits on a screen of a known size. */
class FoldedTreeTest {

  private final CountedCalls crane = new CountedCalls("crane");
  private final CountedCalls pilot = new CountedCalls("pilot");

  private static void add(CountedCalls thread, int times, String... frames) {
    for (int i = 0; i < times; i++) {
      thread.add(List.of(frames));
    }
  }

  private static FoldedTree fold(
      List<CountedCalls> threads, double coldest, int width, int height) {
    long total = threads.stream().mapToLong(CountedCalls::count).sum();
    return new FoldedTree(threads, total, coldest, width, height);
  }

  private static List<String> lines(FoldedTree tree) {
    return tree.lines().stream().map(StyledLine::toString).toList();
  }

  private List<CountedCalls> hundred() {
    add(crane, 40, "Main()", "Work()", "Lift(Load)");
    add(crane, 20, "Main()", "Work()", "Swing(int)", "Turn(int)");
    add(crane, 1, "Main()", "Rest()");
    add(pilot, 30, "Sound()", "Sound()", "Sound()");
    add(pilot, 9, "Row()");
    return List.of(crane, pilot);
  }

  @Test
  void tree_thatFits_hasALineForEachChain() {
    FoldedTree tree = fold(hundred(), 2, 80, 20);
    assertEquals(
        List.of(
            " 61.0%          thread \"crane\" › Main() › Work()",
            " 40.0%   40.0%  ├ Lift(Load)",
            " 20.0%   20.0%  └ Swing(int) › Turn(int)",
            " 39.0%          thread \"pilot\"",
            " 30.0%   30.0%  ├ Sound() ×3",
            "  9.0%    9.0%  └ Row()"),
        lines(tree));
    assertEquals(1, tree.leftOut(), "Rest");
  }

  @Test
  void tree_ofFewLines_showsTheHottest_andCountsTheRest() {
    FoldedTree tree = fold(hundred(), 2, 80, 4);
    assertEquals(
        List.of(
            " 61.0%          thread \"crane\" › Main() › Work()",
            " 40.0%   40.0%  ├ Lift(Load)",
            " 20.0%   20.0%  └ Swing(int) › Turn(int)",
            " 39.0%          … 1 more thread"),
        lines(tree));
    assertEquals(2, tree.leftOut(), "pilot and Rest");
  }

  @Test
  void branches_thatDoNotFit_areCountedWhereTheyWouldBe() {
    assertEquals(
        List.of(
            " 61.0%          thread \"crane\" › Main() › Work()",
            " 61.0%          └ … 3 more", " 39.0%          … 1 more thread"),
        lines(fold(hundred(), 2, 80, 3)));
  }

  @Test
  void threads_thatDoNotFit_areCounted() {
    List<CountedCalls> many = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      CountedCalls thread = new CountedCalls("pool " + i);
      add(thread, 2, "Wait()");
      many.add(thread);
    }
    List<String> lines = lines(fold(many, 1, 80, 10));
    assertEquals(10, lines.size());
    assertEquals("  2.0%    2.0%  thread \"pool 0\" › Wait()", lines.get(0));
    assertEquals(" 82.0%          … 41 more threads", lines.get(9));
  }

  @Test
  void chain_thatIsTooLong_keepsItsEnds() {
    String[] frames =
        IntStream.range(0, 100_000).mapToObj(i -> "F" + i + "()").toArray(String[]::new);
    crane.add(List.of(frames));
    assertEquals(
        List.of("100.0%  100.0%  thread \"crane\" › (99998 more) › F99998() › F99999()"),
        lines(fold(List.of(crane), 1, 70, 10)));
  }

  @Test
  void name_thatIsTooLong_losesItsParameters() {
    add(crane, 1, "Wait(" + "int, ".repeat(40) + "int)");
    assertEquals(
        List.of("100.0%  100.0%  thread \"crane\" › Wait(…)"),
        lines(fold(List.of(crane), 1, 80, 10)));
  }

  @Test
  void lines_neverAreMoreThanAskedFor() {
    for (int height = 2; height < 12; height++) {
      assertTrue(lines(fold(hundred(), 0, 80, height)).size() <= height);
    }
  }
}
