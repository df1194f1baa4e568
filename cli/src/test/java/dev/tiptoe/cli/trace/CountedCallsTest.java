// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.cli.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CountedCallsTest {

  private final CountedCalls crane = new CountedCalls("crane");

  /** Ten stacks: seven lift, two of them turn meanwhile, two swing, and one is empty. */
  @BeforeEach
  void tenStacks() {
    add(5, "main", "lift");
    add(2, "main", "swing");
    add(2, "main", "lift", "turn");
    add(1);
  }

  private void add(int times, String... frames) {
    for (int i = 0; i < times; i++) {
      crane.add(List.of(frames));
    }
  }

  @Test
  void stacks_areReportedOnceEachHottestBranchFirst() {
    List<String> stacks = new ArrayList<>();
    crane.forEachStack((frames, count) -> stacks.add(count + " " + String.join(";", frames)));
    assertEquals(List.of("1 ", "5 main;lift", "2 main;lift;turn", "2 main;swing"), stacks);
  }

  /** As deep as one record of a trace can say. */
  @Test
  void stack_ofAHundredThousandFrames_isReportedAndPrinted() {
    CountedCalls deep = new CountedCalls("deep");
    deep.add(IntStream.range(0, 100_000).mapToObj(i -> "f" + i).toList());
    List<Integer> depths = new ArrayList<>();
    deep.forEachStack((frames, count) -> depths.add(frames.size()));
    assertEquals(List.of(100_000), depths);
    assertEquals(100_001, print(deep, 0).size());
  }

  @Test
  void counts_ofAFrame_areOfAllStacksThatPassThroughIt() {
    CountedCalls main = crane.callees().get(0);
    assertEquals(10, crane.count());
    assertEquals(9, main.count());
    assertEquals(
        List.of("lift", "swing"), main.callees().stream().map(CountedCalls::name).toList());
    assertEquals(List.of(7L, 2L), main.callees().stream().map(CountedCalls::count).toList());
  }

  @Test
  void callees_equallyHot_areOrderedByName() {
    add(5, "main", "swing");
    List<CountedCalls> callees = crane.callees().get(0).callees();
    assertEquals(List.of("lift", "swing"), callees.stream().map(CountedCalls::name).toList());
  }

  @Test
  void print_drawsBranchesAndContinuesWhatIsAlone() {
    assertEquals(
        List.of(
            "100.0%  thread \"crane\"",
            " 90.0%  main", " 70.0%  ├ lift", " 20.0%  │ turn", " 20.0%  └ swing"),
        print(0));
  }

  @Test
  void print_leavesOutWhatIsTooCold() {
    assertEquals(List.of("100.0%  thread \"crane\"", " 90.0%  main", " 70.0%  lift"), print(20.1));
  }

  private List<String> print(double coldest) {
    return print(crane, coldest);
  }

  private static List<String> print(CountedCalls tree, double coldest) {
    var out = new ByteArrayOutputStream();
    Terminal terminal =
        new Terminal("tiptoe", InputStream.nullInputStream(), out, OutputStream.nullOutputStream());
    new CallTreePrinter(terminal, tree.count(), coldest).print(tree);
    assertEquals(0, terminal.finish(0));
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }
}
