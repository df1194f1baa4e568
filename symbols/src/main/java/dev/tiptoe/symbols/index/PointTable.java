// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

/**
 * The sequence points of all methods. Immutable and thread-safe.
 *
 * <p>The points of a method are rows of numbers, each as wide as the method's largest one in its
 * column, so that a point is found by its number. The widths are those of one of at most 255 shapes,
 * which the methods of a module share.
 *
 * <pre>
 *  methods:u32 | points:u32 | documents:u32 | shapes:u8 | width of distances:u8 | 0:u16
 *  the shapes, 8 bytes each: flags and the widths of seven columns
 *  for 32 methods each: offset:u32 of the first one's block, from the end of the distances
 *  for each method and one more: the distance of its block from that offset
 *  blocks, empty for a method without points
 *  block: |shape:u8|count|document, if the shape has no width for it and there are several|least line|
 *         then, in bits, the IL column of all points, then the other columns of each point
 *  columns: IL offset (absolute or from the point before), hidden, document, line (from the least),
 *         column, end line (from the line), end column (from the column if the lines are the same)
 * </pre>
 */
final class PointTable {

  static final int GROUP = 32;
  static final int HEADER = 16;
  static final int SHAPE = 8;

  /** In the flags of a shape: an IL offset is a distance from that of the point before. */
  static final int DISTANCES = 1;

  static final int IL = 1;
  static final int HIDDEN = 2;
  static final int DOCUMENT = 3;
  static final int LINE = 4;
  static final int COLUMN = 5;
  static final int END_LINE = 6;
  static final int END_COLUMN = 7;

  /** The result of {@link #place} when there is no source. */
  static final long NONE = 0;

  private static final int MOST_POINTS = 1 << 20;
  private static final long KNOWN = 1L << 62;

  private final IndexBytes bytes;
  private final int begin;
  private final int methods;
  private final int points;
  private final int documents;
  private final long[] shapes;
  private final int distanceWidth;
  private final int groups;
  private final int distances;
  private final int blocks;

  PointTable(IndexBytes bytes, Section section) {
    this.bytes = bytes;
    this.begin = section.offset();
    boolean isEmpty = section.length() == 0;
    this.methods = isEmpty ? 0 : bytes.size(begin);
    this.points = isEmpty ? 0 : bytes.size(begin + 4);
    this.documents = isEmpty ? 0 : bytes.size(begin + 8);
    this.shapes = new long[isEmpty ? 0 : bytes.u8(begin + 12)];
    this.distanceWidth = isEmpty ? 0 : bytes.u8(begin + 13);
    for (int i = 0; i < shapes.length; i++) {
      shapes[i] = bytes.i64(begin + HEADER + i * SHAPE);
    }
    this.groups = begin + HEADER + shapes.length * SHAPE;
    long numbers = methods + 1L;
    long index = 4 * ((numbers + GROUP - 1) / GROUP);
    long all = index + (numbers * distanceWidth + 7) / 8;
    if (distanceWidth > Integer.SIZE || (!isEmpty && all > section.length())) {
      throw bytes.damaged(begin, methods + " methods in " + section.length() + " bytes");
    }
    this.distances = groups + (int) index;
    this.blocks = groups + (int) all;
  }

  /** Returns the number of points. */
  int count() {
    return points;
  }

  private int offset(int method) {
    return bytes.i32(groups + 4 * (method / GROUP))
        + bytes.bits(distances, (long) method * distanceWidth, distanceWidth);
  }

  /** Returns the width of a column in a shape. */
  private static int width(long shape, int column) {
    return (int) (shape >>> 8 * column) & 0xff;
  }

  /**
   * Returns the source of a method's IL at an offset: the line, column and document of the last
   * point that begins there or before and is not hidden; {@link #NONE} if there is none.
   *
   * @param rid any number
   */
  long place(int rid, int ilOffset) {
    if (rid <= 0 || rid > methods) {
      return NONE;
    }
    int at = offset(rid - 1);
    if (at == offset(rid)) {
      return NONE;
    }
    return new Block(blocks + at).place(ilOffset);
  }

  /**
   * Passes the points of a method to a receiver, in their order.
   *
   * @param rid any number
   */
  void forEach(int rid, Receiver receiver) {
    if (rid > 0 && rid <= methods && offset(rid - 1) != offset(rid)) {
      new Block(blocks + offset(rid - 1)).forEach(receiver);
    }
  }

  /** Receives points. */
  interface Receiver {
    /** Receives a point; a hidden one has lines and columns of 0. */
    void point(
        int ilOffset,
        boolean isHidden,
        int document,
        int line,
        int column,
        int endLine,
        int endColumn);
  }

  /** Whether a place is known. */
  static boolean isKnown(long place) {
    return place != NONE;
  }

  static int line(long place) {
    return (int) (place >>> 16) & 0xffffff;
  }

  static int column(long place) {
    return (int) place & 0xffff;
  }

  static int document(long place) {
    return (int) (place >>> 40) & 0x3fffff;
  }

  /** The points of a method. Its creation is removed by the compiler where it does not escape. */
  private final class Block {

    private final long shape;
    private final int count;
    private final int document;
    private final int leastLine;
    private int at;

    private final int ilWidth;
    private final int rowWidth;

    /** Where bit 0 of the columns of all points is. */
    private final int data;

    Block(int begin) {
      int number = bytes.u8(begin);
      if (number >= shapes.length) {
        throw bytes.damaged(begin, "there is no shape " + number);
      }
      shape = shapes[number];
      at = begin + 1;
      count = number();
      document = width(shape, DOCUMENT) == 0 && documents > 1 ? number() : 0;
      leastLine = number();
      data = at;
      ilWidth = width(shape, IL);
      rowWidth =
          width(shape, HIDDEN)
              + width(shape, DOCUMENT)
              + width(shape, LINE)
              + width(shape, COLUMN)
              + width(shape, END_LINE)
              + width(shape, END_COLUMN);
      if ((count & ~(MOST_POINTS - 1)) != 0 || (ilWidth | rowWidth) > 6 * Integer.SIZE) {
        throw bytes.damaged(begin, count + " points of " + (ilWidth + rowWidth) + " bits");
      }
    }

    private int number() {
      int first = bytes.u8(at++);
      if (first < 0x80) {
        return first;
      }
      int value = first & 0x7f;
      for (int shift = 7; shift < 35; shift += 7) {
        int next = bytes.u8(at++);
        value |= (next & 0x7f) << shift;
        if (next < 0x80) {
          return value;
        }
      }
      throw bytes.damaged(at, "a number of more than 32 bits");
    }

    /** Returns the number of points that begin at an offset or before. */
    private int begunBy(int ilOffset) {
      if ((shape & DISTANCES) != 0) {
        int sum = 0;
        for (int i = 0; i < count; i++) {
          sum += bytes.bits(data, (long) i * ilWidth, ilWidth);
          if (sum > ilOffset) {
            return i;
          }
        }
        return count;
      }
      int low = 0;
      int high = count;
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (bytes.bits(data, (long) middle * ilWidth, ilWidth) <= ilOffset) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return low;
    }

    private long row(int point) {
      return (long) count * ilWidth + (long) point * rowWidth;
    }

    long place(int ilOffset) {
      int hidden = width(shape, HIDDEN);
      int point = begunBy(ilOffset) - 1;
      while (hidden != 0 && point >= 0 && bytes.bits(data, row(point), hidden) != 0) {
        point--;
      }
      if (point < 0) {
        return NONE;
      }
      long bit = row(point) + hidden;
      int documentWidth = width(shape, DOCUMENT);
      long in = documentWidth == 0 ? document : bytes.bits(data, bit, documentWidth);
      bit += documentWidth;
      int line = leastLine + bytes.bits(data, bit, width(shape, LINE));
      bit += width(shape, LINE);
      int column = bytes.bits(data, bit, width(shape, COLUMN));
      return KNOWN | (in & 0x3fffff) << 40 | (line & 0xffffffL) << 16 | column & 0xffff;
    }

    void forEach(Receiver receiver) {
      int[] row = new int[SHAPE];
      int il = 0;
      for (int i = 0; i < count; i++) {
        int own = bytes.bits(data, (long) i * ilWidth, ilWidth);
        il = (shape & DISTANCES) != 0 ? il + own : own;
        long bit = row(i);
        for (int column = HIDDEN; column <= END_COLUMN; column++) {
          row[column] = bytes.bits(data, bit, width(shape, column));
          bit += width(shape, column);
        }
        point(il, row, receiver);
      }
    }

    private void point(int il, int[] row, Receiver receiver) {
      boolean isHidden = row[HIDDEN] != 0;
      int line = isHidden ? 0 : leastLine + row[LINE];
      int end = row[END_COLUMN] + (row[END_LINE] == 0 ? row[COLUMN] : 0);
      receiver.point(
          il,
          isHidden,
          width(shape, DOCUMENT) == 0 ? document : row[DOCUMENT],
          line,
          row[COLUMN],
          line + row[END_LINE],
          end);
    }
  }
}
