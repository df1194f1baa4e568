// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import dev.tiptoe.metadata.pdb.SequencePoints;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The sequence points of all methods. Immutable but for what it keeps, and thread-safe.
 *
 * <p>The points of a method are rows of numbers, each as wide as the method's largest one in its
 * column, so that a point is found by its number. The widths are those of one of at most 255
 * shapes, which the methods of a module share.
 *
 * <pre>
 *  methods:u32 | points:u32 | documents:u32 | shapes:u8 | widths of distances, lines, counts:u8
 *  widths of anchors, end lines, end columns:u8 | 0:u8
 *  the shapes, 8 bytes each: flags, the widths of six columns, 0
 *  for 32 methods each: offset:u32 of the first one's block, from the end of the distances
 *  for each method and one more: the distance of its block from that offset
 *  blocks, empty for a method without points
 *  block, in bits: shape | 0, count - 1 in three bits, or 1, count - 1 | document, unless the shape
 *         has a column for it | least line | anchors | IL offsets of all points | other columns of each
 *         point | end line, from the line, and end column of each point whose end column is 0
 *  anchors: the IL offset of each sixteenth point but the first, if the shape has distances
 *  columns: IL offset (absolute or from the point before), hidden, document, line (from the least),
 *         column (0 for a hidden point, if there is no column for it; or a quarter of its distance from
 *         -3), end column (from the column; 0 for a hidden point, and if it ends on another line)
 * </pre>
 */
final class PointTable {

  static final int GROUP = 32;
  static final int HEADER = 20;
  static final int SHAPE = 8;

  /** In the flags of a shape: an IL offset is a distance from that of the point before. */
  static final int DISTANCES = 1;

  /** In the flags of a shape: the first IL offset is 0 and left out. */
  static final int FROM_ZERO = 2;

  /** In the flags of a shape: columns are 1, 5, 9 and so on, and written as 1, 2, 3. */
  static final int STEPS = 4;

  /** The width of a small count. */
  static final int SMALL_COUNT = 3;

  /** How many points have one anchor. */
  static final int ANCHORED = 16;

  static final int IL = 1;
  static final int HIDDEN = 2;
  static final int DOCUMENT = 3;
  static final int LINE = 4;
  static final int COLUMN = 5;
  static final int END_COLUMN = 6;

  /** The result of {@link #place} when there is no source. */
  static final long NONE = 0;

  private static final int MOST_POINTS_WIDTH = 20;
  private static final int MOST_POINTS = 1 << MOST_POINTS_WIDTH;

  /** So many bits are in any eight bytes, whichever bit of the first they begin with. */
  private static final int WIDEST_BITS = 56;

  /** The widest distances of which two are in eight bytes. */
  private static final int WIDEST_PAIR = WIDEST_BITS / 2;

  /** The widest IL offsets of which four are in eight bytes. */
  private static final int WIDEST_IL = WIDEST_BITS / 4;

  private static final int CACHE_LINE = 64;

  /** How many bytes behind a block {@link #begun} may read. */
  private static final int READ_BEHIND = 8 * WIDEST_IL / Byte.SIZE + Long.BYTES;

  private static final long KNOWN = 1L << 62;

  /** The points of which one has a mark. */
  static final int STRIDE = 256;

  /**
   * What is in a mark: of the points before it the IL offset of the last, the number of those with
   * an end of their own, and the number of the last that is not hidden.
   */
  private static final int MARK_IL = 0;

  private static final int MARK_ENDS = 1;
  private static final int MARK_SHOWN = 2;
  private static final int MARK = 3;

  private final IndexBytes bytes;
  private final CodeSizes sizes;
  private final int begin;
  private final int methods;
  private final int points;
  private final long[] shapes;
  private final int distanceWidth;
  private final int shapeWidth;
  private final int documentWidth;
  private final int lineWidth;
  private final int countWidth;
  private final int anchorWidth;
  private final int endLineWidth;
  private final int endColumnWidth;

  /** Whether {@link #placeIn} can read blocks, if their shapes are plain. */
  private final boolean isReadInSteps;

  /** The marks of long methods, and the number of the first point that is not hidden. */
  private final Map<Integer, int[]> marks = new ConcurrentHashMap<>();

  private final AtomicInteger marksLeft;
  private final int groups;
  private final int distances;
  private final int blocks;

  PointTable(IndexBytes bytes, Section section, CodeSizes sizes) {
    this.bytes = bytes;
    this.sizes = sizes;
    this.begin = section.offset();
    this.marksLeft = new AtomicInteger(section.length() / Integer.BYTES);
    boolean isEmpty = section.length() == 0;
    this.methods = isEmpty ? 0 : bytes.size(begin);
    this.points = isEmpty ? 0 : bytes.size(begin + 4);
    this.documentWidth = isEmpty ? 0 : IndexOutput.width(bytes.size(begin + 8) - 1);
    this.shapes = new long[isEmpty ? 0 : bytes.u8(begin + 12)];
    this.distanceWidth = isEmpty ? 0 : bytes.u8(begin + 13);
    this.lineWidth = isEmpty ? 0 : bytes.u8(begin + 14);
    this.countWidth = isEmpty ? 0 : bytes.u8(begin + 15);
    this.anchorWidth = isEmpty ? 0 : bytes.u8(begin + 16);
    this.endLineWidth = isEmpty ? 0 : bytes.u8(begin + 17);
    this.endColumnWidth = isEmpty ? 0 : bytes.u8(begin + 18);
    this.shapeWidth = IndexOutput.width(shapes.length - 1);
    for (int i = 0; i < shapes.length; i++) {
      shapes[i] = shape(begin + HEADER + i * SHAPE);
    }
    int largestHead =
        shapeWidth + 1 + Math.max(SMALL_COUNT, countWidth) + documentWidth + lineWidth;
    this.isReadInSteps =
        largestHead <= Long.SIZE
            && countWidth <= MOST_POINTS_WIDTH
            && (long) begin + section.length() + READ_BEHIND <= bytes.length();
    this.groups = begin + HEADER + shapes.length * SHAPE;
    long numbers = methods + 1L;
    long index = 4 * ((numbers + GROUP - 1) / GROUP);
    long all = index + (numbers * distanceWidth + 7) / 8;
    int widest = Math.max(Math.max(distanceWidth, lineWidth), Math.max(countWidth, anchorWidth));
    widest = Math.max(widest, Math.max(endLineWidth, endColumnWidth));
    if (widest > Integer.SIZE || (!isEmpty && all > section.length())) {
      throw bytes.damaged(begin, methods + " methods in " + section.length() + " bytes");
    }
    this.distances = groups + (int) index;
    this.blocks = groups + (int) all;
  }

  /** Reads a shape. No number is wider than 32 bits; a wider one could not be read in steps. */
  private long shape(int at) {
    long shape = bytes.i64(at);
    for (int column = IL; column <= END_COLUMN; column++) {
      if (width(shape, column) > Integer.SIZE) {
        throw bytes.damaged(at + column, "a column of " + width(shape, column) + " bits");
      }
    }
    return shape;
  }

  /** Returns the number of points. */
  int count() {
    return points;
  }

  /** Returns where the block of a method is, from the blocks. */
  private int offset(int method) {
    return bytes.i32(groups + 4 * (method / GROUP))
        + bytes.bits(distances, (long) method * distanceWidth, distanceWidth);
  }

  /** Returns the width of a column in a shape. */
  private static int width(long shape, int column) {
    return (int) (shape >>> (8 * column)) & 0xff;
  }

  /**
   * Returns the source of a method's IL at an offset: the line, column and document of the point
   * that {@link SequencePoints#sourceFor} gives; {@link #NONE} if there is none, or the offset is
   * behind the code.
   *
   * @param rid any number
   */
  long place(int rid, int ilOffset) {
    int block = block(rid);
    return block == 0 ? NONE : place(rid, block, bytes.i64(block), ilOffset);
  }

  /** Returns where the block of a method is; 0 when it has none. */
  int block(int rid) {
    if (rid <= 0 || rid > methods) {
      return 0;
    }
    int method = rid - 1;
    if (rid % GROUP == 0 || distanceWidth > WIDEST_PAIR) {
      int at = offset(method);
      return at == offset(rid) ? 0 : blocks + at;
    }
    // Both distances are in one group, and in eight bytes.
    long bit = (long) method * distanceWidth;
    long both = bytes.i64(distances + (int) (bit >>> 3)) >>> (bit & 7);
    int mask = IndexBytes.mask(distanceWidth);
    int distance = (int) both & mask;
    return distance == ((int) (both >>> distanceWidth) & mask)
        ? 0
        : blocks + bytes.i32(groups + 4 * (method / GROUP)) + distance;
  }

  /** Returns the first eight bytes of a block. */
  long head(int block) {
    return block == 0 ? 0 : bytes.i64(block);
  }

  /** Returns some byte of the cache line behind that in which a block begins. */
  int behind(int block) {
    return block == 0 ? 0 : bytes.u8(Math.min(block + CACHE_LINE, bytes.length() - 1));
  }

  /** Returns the place of an offset in the block that {@link #block} returned for a method. */
  long place(int rid, int block, long head, int ilOffset) {
    if (block == 0) {
      return NONE;
    }
    int number = (int) head & IndexBytes.mask(shapeWidth);
    if (number >= shapes.length) {
      throw bytes.damaged(block, "there is no shape " + number);
    }
    long shape = shapes[number];
    long place =
        isReadInSteps && isPlain(shape)
            ? placeIn(rid, block, head >>> shapeWidth, shape, ilOffset)
            : new Block(block).place(rid, ilOffset);
    return place == NONE && SequencePoints.isAtOrAfter(ilOffset)
        ? new Block(block).firstPlace()
        : place;
  }

  /** Whether a shape is one that {@link #placeIn} reads. */
  private static boolean isPlain(long shape) {
    return (shape & DISTANCES) != 0
        && width(shape, HIDDEN) + width(shape, DOCUMENT) == 0
        && width(shape, IL) <= WIDEST_IL
        && width(shape, LINE) + width(shape, COLUMN) <= WIDEST_BITS;
  }

  /**
   * Finds the place in a block as most are: with a head of at most eight bytes, in one document. It
   * does the same as {@link Block} with few branches. The requested frames are of different
   * methods. So the processor would mispredict the length of a loop over the points of each, and
   * wait for memory before it can correct that.
   */
  private long placeIn(int rid, int begin, long head, long shape, int ilOffset) {
    int isLong = -(int) (head & 1);
    int countsWidth = SMALL_COUNT + ((countWidth - SMALL_COUNT) & isLong);
    long rest = head >>> 1;
    int count = ((int) rest & IndexBytes.mask(countsWidth)) + 1;
    rest >>>= countsWidth;
    int document = (int) rest & IndexBytes.mask(documentWidth);
    int leastLine = (int) (rest >>> documentWidth) & IndexBytes.mask(lineWidth);
    int ils = shapeWidth + 1 + countsWidth + documentWidth + lineWidth;
    int implied = (int) (shape >>> 1) & 1;
    int ilWidth = width(shape, IL);
    int point = implied;
    int il = 0;
    if (count > ANCHORED) {
      int anchors = (count - 1) / ANCHORED;
      for (int i = anchors; i > 0; i--) {
        int anchor = bytes.bits(begin, ils + (i - 1) * anchorWidth, anchorWidth);
        if (anchor <= ilOffset) {
          il = anchor;
          point = i * ANCHORED + 1;
          break;
        }
      }
      ils += anchors * anchorWidth;
    }
    int rows = ils + (count - implied) * ilWidth;
    int some = Math.min(count - point, ANCHORED);
    point += begun(begin, ils + (point - implied) * ilWidth, ilWidth, some, ilOffset - il) - 1;
    // Only the last point may be found for what is behind the code.
    if (point == count - 1 && sizes.isBehind(rid, ilOffset)) {
      return NONE;
    }
    return rowOrBefore(begin, rows, point, shape, document, leastLine);
  }

  /**
   * Returns how many of at most sixteen points begin at an IL offset or before.
   *
   * @param ils the bit of the distances of the points
   * @param ahead the IL offset, less that of the point before
   */
  private int begun(int begin, int ils, int ilWidth, int count, int ahead) {
    int mask = IndexBytes.mask(ilWidth);
    int begun = 0;
    int bit = ils;
    int left = ahead;
    for (int point = 0; point < count; point += 8) {
      for (int half = 0; half < 2; half++) {
        // What follows the distances is read as such, and not counted: it makes none smaller.
        long word = bytes.i64(begin + (bit >>> 3)) >>> (bit & 7);
        for (int i = 0; i < 4; i++) {
          left -= (int) word & mask;
          begun += ~left >>> 31;
          word >>>= ilWidth;
        }
        bit += 4 * ilWidth;
      }
    }
    return Math.min(begun, count);
  }

  /** Returns the place of a point, or of the last one before it that is not hidden. */
  private long rowOrBefore(int begin, int rows, int last, long shape, int document, int leastLine) {
    int lines = width(shape, LINE);
    int columns = width(shape, COLUMN);
    int rowWidth = lines + columns + width(shape, END_COLUMN);
    int isStep = -((int) (shape >>> 2) & 1);
    int bit = rows + last * rowWidth;
    for (int point = last; point >= 0; point--) {
      long row = bytes.i64(begin + (bit >>> 3)) >>> (bit & 7);
      int written = (int) (row >>> lines) & IndexBytes.mask(columns);
      if (written != 0) {
        int column = written + ((3 * written - 3) & isStep);
        return placeOf(document, leastLine + ((int) row & IndexBytes.mask(lines)), column);
      }
      bit -= rowWidth;
    }
    return NONE;
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

  /**
   * Passes those points of a method on among which the source for an IL offset is, in no order: all
   * of them, or of a long method those near a few marks, which are made once. The marks of all
   * methods are bounded by the size of the table; further ones are made by each call.
   *
   * @param rid any number
   */
  void forEachNear(int rid, int ilOffset, Receiver receiver) {
    if (rid <= 0 || rid > methods || offset(rid - 1) == offset(rid)) {
      return;
    }
    Block block = new Block(blocks + offset(rid - 1));
    if (block.count <= STRIDE) {
      block.forEach(receiver);
      return;
    }
    int[] known = marks.get(rid);
    if (known == null) {
      known = block.marks();
      if (marksLeft.addAndGet(-known.length) >= 0) {
        marks.put(rid, known);
      }
    }
    block.forEachNear(ilOffset, known, receiver);
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

  private static long placeOf(int document, int line, int column) {
    return KNOWN | ((document & 0x3fffffL) << 40) | ((line & 0xffffffL) << 16) | (column & 0xffffL);
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

    private final int begin;
    private final long shape;
    private final int count;
    private final int document;
    private final int leastLine;
    private final int ilWidth;
    private final int rowWidth;

    /** The number of points at the beginning whose IL offset is left out. */
    private final int implied;

    /** The first bit of the anchors. */
    private final long anchors;

    /** The first bit of the IL offsets. */
    private final long ils;

    /** The first bit of the other columns. */
    private final long rows;

    Block(int begin) {
      this.begin = begin;
      int number = bytes.bits(begin, 0, shapeWidth);
      if (number >= shapes.length) {
        throw bytes.damaged(begin, "there is no shape " + number);
      }
      shape = shapes[number];
      long bit = shapeWidth + 1L;
      int countsWidth = bytes.bits(begin, shapeWidth, 1) == 0 ? SMALL_COUNT : countWidth;
      count = bytes.bits(begin, bit, countsWidth) + 1;
      bit += countsWidth;
      int inHead = width(shape, DOCUMENT) == 0 ? documentWidth : 0;
      document = bytes.bits(begin, bit, inHead);
      bit += inHead;
      leastLine = bytes.bits(begin, bit, lineWidth);
      anchors = bit + lineWidth;
      ils = anchors + ((shape & DISTANCES) != 0 ? (long) anchorCount() * anchorWidth : 0);
      ilWidth = width(shape, IL);
      implied = (shape & FROM_ZERO) != 0 ? 1 : 0;
      rows = ils + (long) (count - implied) * ilWidth;
      rowWidth =
          width(shape, HIDDEN)
              + width(shape, DOCUMENT)
              + width(shape, LINE)
              + width(shape, COLUMN)
              + width(shape, END_COLUMN);
      if (count <= 0 || count > MOST_POINTS) {
        throw bytes.damaged(begin, count + " points of one method");
      }
    }

    private int anchorCount() {
      return (count - 1) / ANCHORED;
    }

    private int il(int point) {
      return point < implied
          ? 0
          : bytes.bits(begin, ils + (long) (point - implied) * ilWidth, ilWidth);
    }

    /** Returns the number of points that begin at an offset or before. */
    private int begunBy(int ilOffset) {
      if ((shape & DISTANCES) != 0) {
        return begunByDistances(ilOffset);
      }
      int low = 0;
      int high = count;
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (il(middle) <= ilOffset) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return low;
    }

    private int begunByDistances(int ilOffset) {
      int sum = 0;
      int point = implied;
      for (int i = anchorCount(); i > 0; i--) {
        int anchor = bytes.bits(begin, anchors + (long) (i - 1) * anchorWidth, anchorWidth);
        if (anchor <= ilOffset) {
          sum = anchor;
          point = i * ANCHORED + 1;
          break;
        }
      }
      long bit = ils + (long) (point - implied) * ilWidth;
      for (; point < count; point++) {
        sum += bytes.bits(begin, bit, ilWidth);
        bit += ilWidth;
        if (sum > ilOffset) {
          return point;
        }
      }
      return count;
    }

    private int column(int written) {
      return (shape & STEPS) != 0 && written != 0 ? 4 * written - 3 : written;
    }

    private long row(int point) {
      return rows + (long) point * rowWidth;
    }

    long place(int rid, int ilOffset) {
      int last = begunBy(ilOffset) - 1;
      if (last == count - 1 && sizes.isBehind(rid, ilOffset)) {
        return NONE;
      }
      for (int point = last; point >= 0; point--) {
        long place = placeAt(point);
        if (place != NONE) {
          return place;
        }
      }
      return NONE;
    }

    /** Returns the place of the first point that is not hidden. */
    long firstPlace() {
      for (int point = 0; point < count; point++) {
        long place = placeAt(point);
        if (place != NONE) {
          return place;
        }
      }
      return NONE;
    }

    /** Returns the place of a point; {@link #NONE} if it is hidden. */
    private long placeAt(int point) {
      int hiddenWidth = width(shape, HIDDEN);
      int inRow = width(shape, DOCUMENT);
      int lines = width(shape, LINE);
      int columns = width(shape, COLUMN);
      long bit = row(point);
      int hidden = bytes.bits(begin, bit, hiddenWidth);
      bit += hiddenWidth + inRow;
      int column = column(bytes.bits(begin, bit + lines, columns));
      if (hidden != 0 || (column == 0 && hiddenWidth == 0)) {
        return NONE;
      }
      int in = inRow == 0 ? document : bytes.bits(begin, bit - inRow, inRow);
      return placeOf(in, leastLine + bytes.bits(begin, bit, lines), column);
    }

    void forEach(Receiver receiver) {
      forEach(receiver, 0, count, 0, 0);
    }

    private boolean isHidden(int point) {
      int hiddenWidth = width(shape, HIDDEN);
      long bit = row(point);
      return hiddenWidth == 0
          ? bytes.bits(
                  begin, bit + width(shape, DOCUMENT) + width(shape, LINE), width(shape, COLUMN))
              == 0
          : bytes.bits(begin, bit, hiddenWidth) != 0;
    }

    private boolean hasEnd(int point) {
      int endWidth = width(shape, END_COLUMN);
      return bytes.bits(begin, row(point) + rowWidth - endWidth, endWidth) == 0;
    }

    int[] marks() {
      int[] made = new int[MARK * ((count - 1) / STRIDE + 1) + 1];
      int il = 0;
      int ends = 0;
      int shown = -1;
      int first = count;
      for (int i = 0; i < count; i++) {
        if (i % STRIDE == 0) {
          made[MARK * (i / STRIDE) + MARK_IL] = il;
          made[MARK * (i / STRIDE) + MARK_ENDS] = ends;
          made[MARK * (i / STRIDE) + MARK_SHOWN] = shown;
        }
        il = (shape & DISTANCES) != 0 ? il + il(i) : il(i);
        if (!isHidden(i)) {
          first = Math.min(first, i);
          shown = i;
          ends += hasEnd(i) ? 1 : 0;
        }
      }
      made[made.length - 1] = first;
      return made;
    }

    /** Passes the points behind the last mark before an offset, and the last one shown before. */
    void forEachNear(int ilOffset, int[] marks, Receiver receiver) {
      int low = 0;
      int high = marks.length / MARK;
      while (low < high) {
        int middle = (low + high) >>> 1;
        int before = (shape & DISTANCES) != 0 ? marks[MARK * middle + MARK_IL] : 0;
        if (before + il(middle * STRIDE) <= ilOffset) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      if (low > 0) {
        int shown = marks[MARK * (low - 1) + MARK_SHOWN];
        if (shown >= 0) {
          forEachBehind(shown / STRIDE, marks, receiver);
        }
        forEachBehind(low - 1, marks, receiver);
      }
      int first = marks[marks.length - 1];
      if (SequencePoints.isAtOrAfter(ilOffset) && first < count) {
        forEachBehind(first / STRIDE, marks, receiver);
      }
    }

    private void forEachBehind(int mark, int[] marks, Receiver receiver) {
      int from = mark * STRIDE;
      forEach(
          receiver,
          from,
          Math.min(count, from + STRIDE),
          marks[MARK * mark + MARK_IL],
          marks[MARK * mark + MARK_ENDS]);
    }

    /**
     * Passes some points.
     *
     * @param before the IL offset of the point before them
     * @param ends how many points before them have an end of their own
     */
    private void forEach(Receiver receiver, int from, int to, int before, int ends) {
      int[] row = new int[SHAPE];
      int il = before;
      long end = row(count) + (long) ends * (endLineWidth + endColumnWidth);
      for (int i = from; i < to; i++) {
        il = (shape & DISTANCES) != 0 ? il + il(i) : il(i);
        long bit = row(i);
        for (int column = HIDDEN; column <= END_COLUMN; column++) {
          row[column] = bytes.bits(begin, bit, width(shape, column));
          bit += width(shape, column);
        }
        int column = column(row[COLUMN]);
        boolean isHidden = width(shape, HIDDEN) == 0 ? column == 0 : row[HIDDEN] != 0;
        int line = isHidden ? 0 : leastLine + row[LINE];
        int endLine = line;
        int endColumn = column + row[END_COLUMN];
        if (!isHidden && row[END_COLUMN] == 0) {
          endLine += bytes.bits(begin, end, endLineWidth);
          endColumn = bytes.bits(begin, end + endLineWidth, endColumnWidth);
          end += endLineWidth + endColumnWidth;
        }
        int in = width(shape, DOCUMENT) == 0 ? document : row[DOCUMENT];
        receiver.point(il, isHidden, in, line, column, endLine, endColumn);
      }
    }
  }
}
