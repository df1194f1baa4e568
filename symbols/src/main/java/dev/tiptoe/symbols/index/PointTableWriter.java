// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import dev.tiptoe.metadata.pdb.SequencePoint;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Collects sequence points and writes a {@link PointTable}. Mutable, not thread-safe. */
final class PointTableWriter {

  /** With more points, finding one by the sum of distances takes longer than it saves room. */
  private static final int MOST_DISTANCES = 32;

  private static final int MOST_SHAPES = 255;

  /** The points of a method as rows of numbers, by column. */
  private record Method(int[][] columns, int count, int document, int leastLine, long shape) {}

  private final List<Method> methods = new ArrayList<>();
  private final int documents;
  private int points;

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
    points += all.size();
    methods.add(method(all));
  }

  private static Method method(List<SequencePoint> all) {
    int[][] columns = new int[PointTable.SHAPE][all.size()];
    int least = leastLine(all);
    int document = all.isEmpty() ? 0 : document(all.get(0));
    for (int i = 0; i < all.size(); i++) {
      SequencePoint point = all.get(i);
      columns[PointTable.IL][i] = point.offset();
      columns[PointTable.DOCUMENT][i] = document(point);
      if (point.isHidden()) {
        columns[PointTable.HIDDEN][i] = 1;
      } else {
        int endLine = point.endLine() - point.startLine();
        columns[PointTable.LINE][i] = point.startLine() - least;
        columns[PointTable.COLUMN][i] = point.startColumn();
        columns[PointTable.END_LINE][i] = endLine;
        columns[PointTable.END_COLUMN][i] =
            point.endColumn() - (endLine == 0 ? point.startColumn() : 0);
      }
    }
    boolean isOneDocument = all.stream().allMatch(point -> document(point) == document);
    long shape = shape(columns, all.size());
    long narrow = isOneDocument ? without(shape, PointTable.DOCUMENT) : shape;
    return new Method(columns, all.size(), document, least, narrow);
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

  /** Returns the narrowest shape; makes distances of IL offsets where that is worth it. */
  private static long shape(int[][] columns, int count) {
    int[] il = columns[PointTable.IL];
    int[] distances = new int[count];
    for (int i = 0; i < count; i++) {
      distances[i] = il[i] - (i == 0 ? 0 : il[i - 1]);
    }
    boolean byDistance = count <= MOST_DISTANCES && widest(distances) < widest(il);
    if (byDistance) {
      columns[PointTable.IL] = distances;
    }
    long shape = byDistance ? PointTable.DISTANCES : 0;
    for (int column = PointTable.IL; column <= PointTable.END_COLUMN; column++) {
      shape |= (long) widest(columns[column]) << 8 * column;
    }
    return shape;
  }

  private static long without(long shape, int column) {
    return shape & ~(0xffL << 8 * column);
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
      if (method.count > 0) {
        int shape = chosen.computeIfAbsent(method.shape, any -> fitting(shapes, any));
        block(blocks, method, shape, shapes.get(shape));
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
    out.u8(shapes.size()).u8(IndexOutput.width(most)).u16(0);
    shapes.forEach(out::i64);
    for (int i = 0; i < offsets.length; i += PointTable.GROUP) {
      out.i32(offsets[i]);
    }
    for (int i = 0; i < offsets.length; i++) {
      out.bits(offsets[i] - offsets[i - i % PointTable.GROUP], IndexOutput.width(most));
    }
    return out.endBits();
  }

  /** Returns the shapes that save most, and at the end two that fit all methods. */
  private List<Long> shapes() {
    Map<Long, Integer> uses = new HashMap<>();
    long all = 0;
    for (Method method : methods) {
      if (method.count > 0) {
        uses.merge(method.shape, method.count, Integer::sum);
        all = union(all, method.shape);
        all = union(all, (long) IndexOutput.width(method.document) << 8 * PointTable.DOCUMENT);
      }
    }
    List<Long> shapes =
        new ArrayList<>(
            uses.entrySet().stream()
                .sorted(
                    Map.Entry.<Long, Integer>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(MOST_SHAPES - 2)
                .map(Map.Entry::getKey)
                .toList());
    if (uses.size() > shapes.size()) {
      shapes.add(all);
      shapes.add(all | PointTable.DISTANCES);
    }
    return shapes;
  }

  private static long union(long one, long other) {
    long union = 0;
    for (int column = PointTable.IL; column <= PointTable.END_COLUMN; column++) {
      union |= (long) Math.max(width(one, column), width(other, column)) << 8 * column;
    }
    return union;
  }

  private static int width(long shape, int column) {
    return (int) (shape >>> 8 * column) & 0xff;
  }

  /** Returns the number of the narrowest shape that has room for another. */
  private static int fitting(List<Long> shapes, long shape) {
    int best = -1;
    for (int i = 0; i < shapes.size(); i++) {
      boolean isForAll = i >= MOST_SHAPES - 2;
      if (fits(shapes.get(i), shape, isForAll)
          && (best < 0 || size(shapes.get(i)) < size(shapes.get(best)))) {
        best = i;
      }
    }
    return best;
  }

  /** A shape with a document for each point has room for any only if it is one of those for all. */
  private static boolean fits(long wide, long shape, boolean isForAll) {
    boolean isSameWay = ((wide ^ shape) & PointTable.DISTANCES) == 0;
    boolean isSameKind =
        (width(wide, PointTable.DOCUMENT) == 0) == (width(shape, PointTable.DOCUMENT) == 0);
    return isSameWay && (isForAll || isSameKind) && union(wide, shape) == (wide & ~0xffL);
  }

  private static int size(long shape) {
    int size = 0;
    for (int column = PointTable.IL; column <= PointTable.END_COLUMN; column++) {
      size += width(shape, column);
    }
    return size;
  }

  private void block(IndexOutput out, Method method, int number, long shape) {
    out.u8(number).number(method.count);
    if (width(shape, PointTable.DOCUMENT) == 0 && documents > 1) {
      out.number(method.document);
    }
    out.number(method.leastLine);
    for (int i = 0; i < method.count; i++) {
      out.bits(method.columns[PointTable.IL][i], width(shape, PointTable.IL));
    }
    for (int i = 0; i < method.count; i++) {
      for (int column = PointTable.HIDDEN; column <= PointTable.END_COLUMN; column++) {
        out.bits(method.columns[column][i], width(shape, column));
      }
    }
    out.endBits();
  }
}
