// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import dev.tiptoe.metadata.pdb.SequencePoint;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Collects sequence points and writes a {@link PointTable}. Mutable, not thread-safe. */
final class PointTableWriter {

  private static final int MOST_SHAPES = 255;

  /** The points of a method as rows of numbers, by column. */
  private static final class Method {

    private final int[][] columns;
    private final List<SequencePoint> points;
    private final int document;
    private final int leastLine;
    private final long shape;

    Method(int[][] columns, List<SequencePoint> points, int document, int leastLine, long shape) {
      this.columns = columns;
      this.points = points;
      this.document = document;
      this.leastLine = leastLine;
      this.shape = shape;
    }

    int count() {
      return points.size();
    }
  }

  private final List<Method> methods = new ArrayList<>();
  private final int documents;
  private int points;
  private int lineWidth;
  private int countWidth;
  private int anchorWidth;
  private int endLineWidth;
  private int endColumnWidth;

  /** Creates a writer for points in so many documents. */
  PointTableWriter(int documents) {
    this.documents = documents;
  }

  /** The number of points that were added. */
  int count() {
    return points;
  }

  /** Adds the points of the next method; none when there are none. */
  void add(List<SequencePoint> all) {
    Method method = method(all);
    points += all.size();
    lineWidth = Math.max(lineWidth, IndexOutput.width(method.leastLine));
    countWidth = Math.max(countWidth, IndexOutput.width(method.count()));
    for (SequencePoint point : all) {
      if (!point.isHidden() && !isSimple(point)) {
        int lines = point.endLine() - point.startLine();
        endLineWidth = Math.max(endLineWidth, IndexOutput.width(lines));
        endColumnWidth = Math.max(endColumnWidth, IndexOutput.width(point.endColumn()));
      }
    }
    if (!all.isEmpty()) {
      int last = all.get(all.size() - 1).offset();
      anchorWidth = Math.max(anchorWidth, IndexOutput.width(last));
    }
    methods.add(method);
  }

  private static Method method(List<SequencePoint> all) {
    int[][] columns = new int[PointTable.SHAPE][all.size()];
    int least = leastLine(all);
    int document = all.isEmpty() ? 0 : document(all.get(0));
    boolean hasColumnZero = false;
    for (int i = 0; i < all.size(); i++) {
      SequencePoint point = all.get(i);
      columns[PointTable.IL][i] = point.offset();
      columns[PointTable.DOCUMENT][i] = document(point);
      if (point.isHidden()) {
        columns[PointTable.HIDDEN][i] = 1;
      } else {
        hasColumnZero |= point.startColumn() == 0;
        columns[PointTable.LINE][i] = point.startLine() - least;
        columns[PointTable.COLUMN][i] = point.startColumn();
        columns[PointTable.END_COLUMN][i] =
            isSimple(point) ? point.endColumn() - point.startColumn() : 0;
      }
    }
    boolean isOneDocument = all.stream().allMatch(point -> document(point) == document);
    long shape = shape(columns, all.size());
    long narrow = isOneDocument ? without(shape, PointTable.DOCUMENT) : shape;
    // A hidden point has no column, so it needs no bit, unless a point that is not hidden has none.
    narrow =
        hasColumnZero
            ? without(narrow, PointTable.HIDDEN) | (1L << (8 * PointTable.HIDDEN))
            : without(narrow, PointTable.HIDDEN);
    return new Method(columns, List.copyOf(all), document, least, narrow);
  }

  /** Whether a point ends on its first line, behind its beginning. */
  private static boolean isSimple(SequencePoint point) {
    return point.endLine() == point.startLine() && point.endColumn() > point.startColumn();
  }

  /** Documents count from 0 in an index; a point without one belongs to the first. */
  private static int document(SequencePoint point) {
    return Math.max(0, point.document().rid() - 1);
  }

  private static int leastLine(List<SequencePoint> all) {
    int least = Integer.MAX_VALUE;
    for (SequencePoint point : all) {
      least = point.isHidden() ? least : Math.min(least, point.startLine());
    }
    return least == Integer.MAX_VALUE ? 0 : least;
  }

  /**
   * Returns the narrowest shape. It has distances of IL offsets, which are never wider and are read
   * faster, unless anchors would be needed for them that save nothing.
   */
  private static long shape(int[][] columns, int count) {
    int[] il = columns[PointTable.IL];
    int[] distances = new int[count];
    for (int i = 0; i < count; i++) {
      distances[i] = il[i] - (i == 0 ? 0 : il[i - 1]);
    }
    boolean byDistance = count <= PointTable.ANCHORED || widest(distances) < widest(il);
    if (byDistance) {
      columns[PointTable.IL] = distances;
    }
    long shape = byDistance ? PointTable.DISTANCES : 0;
    shape |= count > 0 && il[0] == 0 ? PointTable.FROM_ZERO : 0;
    shape |= inSteps(columns[PointTable.COLUMN], columns[PointTable.HIDDEN]) ? PointTable.STEPS : 0;
    for (int column = PointTable.IL; column <= PointTable.END_COLUMN; column++) {
      shape |= ((long) widest(columns[column]) << (8 * column));
    }
    return shape;
  }

  /** Takes away what all columns have in common, if they are where indentation puts them. */
  private static boolean inSteps(int[] columns, int[] hidden) {
    for (int i = 0; i < columns.length; i++) {
      if (hidden[i] == 0 && columns[i] % 4 != 1) {
        return false;
      }
    }
    for (int i = 0; i < columns.length; i++) {
      columns[i] = hidden[i] == 0 ? (columns[i] + 3) / 4 : 0;
    }
    return true;
  }

  private static long without(long shape, int column) {
    return shape & ~(0xffL << (8 * column));
  }

  private static int widest(int[] numbers) {
    int all = 0;
    for (int number : numbers) {
      all |= number;
    }
    return IndexOutput.width(all);
  }

  /** Writes the table. */
  IndexOutput write() {
    List<Long> shapes = shapes();
    Map<Long, Integer> chosen = new HashMap<>();
    IndexOutput blocks = new IndexOutput();
    int[] offsets = new int[methods.size() + 1];
    for (int i = 0; i < methods.size(); i++) {
      offsets[i] = blocks.length();
      Method method = methods.get(i);
      if (method.count() > 0) {
        int shape = chosen.computeIfAbsent(method.shape, any -> fitting(shapes, any));
        block(blocks, method, shape, shapes.size(), shapes.get(shape));
      }
    }
    offsets[methods.size()] = blocks.length();
    return table(shapes, offsets).bytes(blocks);
  }

  private IndexOutput table(List<Long> shapes, int[] offsets) {
    int most = 0;
    for (int i = 0; i < offsets.length; i++) {
      most |= offsets[i] - offsets[i - i % PointTable.GROUP];
    }
    IndexOutput out = new IndexOutput().i32(methods.size()).i32(points).i32(documents);
    out.u8(shapes.size()).u8(IndexOutput.width(most)).u8(lineWidth).u8(countWidth);
    out.u8(anchorWidth).u8(endLineWidth).u8(endColumnWidth).u8(0);
    shapes.forEach(out::i64);
    for (int i = 0; i < offsets.length; i += PointTable.GROUP) {
      out.i32(offsets[i]);
    }
    for (int i = 0; i < offsets.length; i++) {
      out.bits(offsets[i] - offsets[i - i % PointTable.GROUP], IndexOutput.width(most));
    }
    return out.endBits();
  }

  /**
   * Returns the shapes: for each kind one that fits all of it, and then each that saves more than
   * it takes.
   */
  private List<Long> shapes() {
    Map<Long, Integer> uses = new TreeMap<>();
    Map<Long, Long> kinds = new TreeMap<>();
    for (Method method : methods) {
      if (method.count() > 0) {
        uses.merge(method.shape, method.count(), Integer::sum);
        kinds.merge(kind(method.shape), method.shape, PointTableWriter::union);
      }
    }
    List<Long> shapes = new ArrayList<>(kinds.values());
    List<Map.Entry<Long, Integer>> byUse = new ArrayList<>(uses.entrySet());
    byUse.sort(Map.Entry.comparingByValue(Comparator.reverseOrder()));
    int[] sizes = new int[byUse.size()];
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] = size(shapes.get(fitting(shapes, byUse.get(i).getKey())));
    }
    for (int i = 0; i < byUse.size() && shapes.size() < MOST_SHAPES; i++) {
      if (saved(byUse, sizes, byUse.get(i).getKey()) > 8 * PointTable.SHAPE) {
        shapes.add(byUse.get(i).getKey());
      }
    }
    return shapes;
  }

  /** Returns the bits that a further shape would save; if that is enough, counts it as there. */
  private static long saved(List<Map.Entry<Long, Integer>> uses, int[] sizes, long shape) {
    int size = size(shape);
    long saved = 0;
    for (int i = 0; i < sizes.length; i++) {
      if (size < sizes[i] && fits(shape, uses.get(i).getKey())) {
        saved += (long) (sizes[i] - size) * uses.get(i).getValue();
      }
    }
    for (int i = 0; i < sizes.length && saved > 8 * PointTable.SHAPE; i++) {
      if (size < sizes[i] && fits(shape, uses.get(i).getKey())) {
        sizes[i] = size;
      }
    }
    return saved;
  }

  /** Shapes of different kinds say different things with the same numbers. */
  private static long kind(long shape) {
    return (shape & 0xff)
        | (width(shape, PointTable.DOCUMENT) == 0 ? 0 : 1 << 8)
        | (width(shape, PointTable.HIDDEN) == 0 ? 0 : 1 << 9);
  }

  private static long union(long one, long other) {
    long union = one & 0xff;
    for (int column = PointTable.IL; column <= PointTable.END_COLUMN; column++) {
      union |= (long) Math.max(width(one, column), width(other, column)) << (8 * column);
    }
    return union;
  }

  private static int width(long shape, int column) {
    return (int) (shape >>> (8 * column)) & 0xff;
  }

  /** Returns the number of the narrowest shape that has room for another. */
  private static int fitting(List<Long> shapes, long shape) {
    int best = -1;
    for (int i = 0; i < shapes.size(); i++) {
      if (fits(shapes.get(i), shape)
          && (best < 0 || size(shapes.get(i)) < size(shapes.get(best)))) {
        best = i;
      }
    }
    return best;
  }

  private static boolean fits(long wide, long shape) {
    return kind(wide) == kind(shape) && union(wide, shape) == wide;
  }

  private static int size(long shape) {
    int size = 0;
    for (int column = PointTable.IL; column <= PointTable.END_COLUMN; column++) {
      size += width(shape, column);
    }
    return size;
  }

  private void block(IndexOutput out, Method method, int number, int shapes, long shape) {
    boolean isSmall = method.count() <= (1 << PointTable.SMALL_COUNT);
    out.bits(number, IndexOutput.width(shapes - 1)).bits(isSmall ? 0 : 1, 1);
    out.bits(method.count() - 1, isSmall ? PointTable.SMALL_COUNT : countWidth);
    if (width(shape, PointTable.DOCUMENT) == 0) {
      out.bits(method.document, IndexOutput.width(documents - 1));
    }
    out.bits(method.leastLine, lineWidth);
    if ((shape & PointTable.DISTANCES) != 0) {
      anchors(out, method);
    }
    for (int i = (shape & PointTable.FROM_ZERO) == 0 ? 0 : 1; i < method.count(); i++) {
      out.bits(method.columns[PointTable.IL][i], width(shape, PointTable.IL));
    }
    for (int i = 0; i < method.count(); i++) {
      for (int column = PointTable.HIDDEN; column <= PointTable.END_COLUMN; column++) {
        out.bits(method.columns[column][i], width(shape, column));
      }
    }
    for (SequencePoint point : method.points) {
      if (!point.isHidden() && !isSimple(point)) {
        out.bits(point.endLine() - point.startLine(), endLineWidth);
        out.bits(point.endColumn(), endColumnWidth);
      }
    }
    out.endBits();
  }

  private void anchors(IndexOutput out, Method method) {
    int sum = 0;
    for (int i = 0; i < method.count(); i++) {
      sum += method.columns[PointTable.IL][i];
      if (i > 0 && i % PointTable.ANCHORED == 0) {
        out.bits(sum, anchorWidth);
      }
    }
  }
}
