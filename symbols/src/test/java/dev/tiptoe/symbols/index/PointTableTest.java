// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Document;
import dev.tiptoe.metadata.pdb.SequencePoint;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Places of random points, against a search that goes through all points of the method. */
class PointTableTest {

  private static final int METHODS = 50;
  private static final int DOCUMENTS = 3;

  /** Random points. */
  private static final class Program {
    private final SplittableRandom random;
    private final int longest;
    private final int farthest;

    /** How many of sixteen points are hidden, in another document, or on more than one line. */
    private final int odd;

    Program(int seed, int longest, int farthest, int odd) {
      this.random = new SplittableRandom(seed);
      this.longest = longest;
      this.farthest = farthest;
      this.odd = odd;
    }

    List<List<SequencePoint>> methods() {
      return IntStream.range(0, METHODS).mapToObj(any -> method()).toList();
    }

    private List<SequencePoint> method() {
      List<SequencePoint> points = new ArrayList<>();
      int count = random.nextInt(longest);
      int document = 1 + random.nextInt(DOCUMENTS);
      int line = 1 + random.nextInt(5000);
      int il = random.nextInt(4) == 0 ? random.nextInt(farthest) : 0;
      for (int i = 0; i < count; i++) {
        points.add(point(il, isOdd() ? 1 + random.nextInt(DOCUMENTS) : document, line));
        il += 1 + random.nextInt(farthest);
        line += random.nextInt(3);
      }
      return points;
    }

    private boolean isOdd() {
      return random.nextInt(16) < odd;
    }

    private SequencePoint point(int il, int document, int line) {
      Token token = Token.of(Document.TABLE, document);
      if (isOdd()) {
        int hidden = SequencePoint.HIDDEN_LINE;
        return new SequencePoint(il, token, hidden, 0, hidden, 0);
      }
      int column = isOdd() ? random.nextInt(120) : 1 + 4 * random.nextInt(8);
      int end = line + (isOdd() ? random.nextInt(9) : 0);
      return new SequencePoint(il, token, line, column, end, column + 1 + random.nextInt(90));
    }
  }

  /**
   * Returns the table.
   *
   * @param behind how many bytes, in eights and beside what is in any file, are behind it
   * @param isSized whether the sizes of the methods are known
   */
  private static PointTable table(List<List<SequencePoint>> methods, int behind, boolean isSized) {
    PointTableWriter writer = new PointTableWriter(DOCUMENTS);
    methods.forEach(writer::add);
    IndexOutput out = writer.write();
    int length = out.length();
    for (int i = 0; i <= behind; i++) {
      out.i64(-1);
    }
    int sizes = out.length();
    out.bytes(CodeSizes.write(methods.stream().mapToInt(PointTableTest::codeSize).toArray()));
    int sizesLength = out.length() - sizes;
    out.i64(0);
    IndexBytes bytes = IndexBytes.of("Points", out.toArray());
    CodeSizes known = new CodeSizes(bytes, new Section(sizes, isSized ? sizesLength : 0));
    return new PointTable(bytes, new Section(0, length), known);
  }

  /** Returns how much IL a method has: some bytes behind its last point. */
  private static int codeSize(List<SequencePoint> points) {
    return points.isEmpty() ? 0 : points.get(points.size() - 1).offset() + 1 + points.size() % 7;
  }

  /** Returns the line, column and document at an offset, as the reference says. */
  private static List<Integer> expected(List<SequencePoint> points, int ilOffset, boolean isSized) {
    List<Integer> place = List.of(0, 0, 0);
    if (isSized && !points.isEmpty() && ilOffset >= codeSize(points)) {
      return place;
    }
    boolean isFound = false;
    for (SequencePoint point : points) {
      boolean isFirstOfStart = ilOffset == 0 && !isFound;
      if (!point.isHidden() && (point.offset() <= ilOffset || isFirstOfStart)) {
        place = List.of(point.startLine(), point.startColumn(), point.document().rid() - 1);
        isFound = true;
      }
    }
    return place;
  }

  private static Supplier<String> message(List<SequencePoint> points, int ilOffset) {
    return () -> points + " " + ilOffset;
  }

  private static List<Integer> values(long place) {
    return List.of(PointTable.line(place), PointTable.column(place), PointTable.document(place));
  }

  @Property(tries = 15)
  void place_ofAnyOffset_isThatOfTheLastPointBefore(
      @ForAll @IntRange(max = 1 << 30) int seed,
      @ForAll @IntRange(min = 2, max = 100) int longest,
      @ForAll @IntRange(min = 1, max = 40_000) int farthest,
      @ForAll @IntRange(max = 4) int odd,
      @ForAll @IntRange(max = 4) int behind,
      @ForAll boolean isSized) {
    List<List<SequencePoint>> methods = new Program(seed, longest, farthest, odd).methods();
    PointTable table = table(methods, behind, isSized);

    for (int rid = 1; rid <= METHODS; rid++) {
      List<SequencePoint> points = methods.get(rid - 1);
      int block = table.block(rid);
      assertEquals(points.isEmpty(), block == 0);
      for (SequencePoint point : points) {
        for (int il = Math.max(0, point.offset() - 1); il <= point.offset() + 1; il++) {
          long place = table.place(rid, il);
          assertEquals(expected(points, il, isSized), values(place), message(points, il));
          assertEquals(place, table.place(rid, block, table.head(block), il));
        }
      }
      for (int il : new int[] {0, codeSize(points) - 1, codeSize(points), Integer.MAX_VALUE}) {
        if (il >= 0) {
          assertEquals(
              expected(points, il, isSized), values(table.place(rid, il)), message(points, il));
        }
      }
    }
  }

  @Property(tries = 15)
  void points_ofAnyMethod_areThoseWritten(
      @ForAll @IntRange(max = 1 << 30) int seed, @ForAll @IntRange(max = 16) int odd) {
    List<List<SequencePoint>> methods = new Program(seed, 40, 300, odd).methods();
    PointTable table = table(methods, 0, true);

    assertEquals(methods.stream().mapToInt(List::size).sum(), table.count());
    for (int rid = 1; rid <= METHODS; rid++) {
      List<SequencePoint> read = new ArrayList<>();
      table.forEach(
          rid,
          (il, isHidden, document, line, column, endLine, endColumn) -> {
            int hidden = SequencePoint.HIDDEN_LINE;
            read.add(
                new SequencePoint(
                    il,
                    Token.of(Document.TABLE, document + 1),
                    isHidden ? hidden : line,
                    column,
                    isHidden ? hidden : endLine,
                    endColumn));
          });
      assertArrayEquals(methods.get(rid - 1).toArray(), read.toArray());
    }
  }
}
