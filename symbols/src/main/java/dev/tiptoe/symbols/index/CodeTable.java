// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

/**
 * The ReadyToRun code of a module: which method has the code at an RVA, and at which IL offset.
 * Immutable and thread-safe.
 *
 * <p>A piece is the code of one runtime function. Its method's bounds stand with the first piece of
 * the method, and again with the first piece of a group.
 *
 * <pre>
 *  pieces:u32 | the pieces in groups of 32: RVA of the first:u32, offset:u32, from the last group's end
 *  piece: |bytes between the end of the piece before, in the group, and this|bytes of code|what|
 *    what & 3: 0  a method begins: |rid, as signed distance from the one before in the group|bounds|
 *              1  more of the method before
 *              2  more of a method: |rid as above|offset of the piece in the method|bounds|
 *              3  a method that is not of this module
 *  bounds: |count << 1 and whether the first is 0, 0, which is then left out|
 *          unless count is 0: |width of native offsets:u8|width of IL offsets:u8|bytes|bits of each:
 *          native offset, IL offset + 1, or 0 where there is no IL|
 * </pre>
 *
 * <p>A bound is left out where it says the same as the one before it.
 */
final class CodeTable {

  static final int GROUP = 32;

  static final int BEGINS = 0;
  static final int CONTINUES = 1;
  static final int PART = 2;
  static final int ELSEWHERE = 3;

  /** The result of {@link #find} where no method has code. */
  static final long NO_CODE = -1;

  /** The result of {@link #find} where a method of another module has code. */
  static final long OTHER_MODULE = -2;

  private static final int MOST_BOUNDS = 1 << 24;

  private final IndexBytes bytes;
  private final int begin;
  private final int count;
  private final int groups;

  CodeTable(IndexBytes bytes, Section section) {
    this.bytes = bytes;
    this.begin = section.offset();
    this.count = section.length() == 0 ? 0 : bytes.size(begin);
    this.groups = (int) (((long) count + GROUP - 1) / GROUP);
    if (8L * groups + 4 > Math.max(4, section.length())) {
      throw bytes.damaged(begin, count + " pieces of code in " + section.length() + " bytes");
    }
  }

  boolean isEmpty() {
    return count == 0;
  }

  /**
   * Returns the method and the IL offset of the code at an RVA: the rid in the upper half, in the
   * lower one the offset + 1 or 0 where there is no IL.
   */
  long find(int rva) {
    int low = 0;
    int high = groups;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Integer.compareUnsigned(bytes.i32(begin + 4 + 8 * middle), rva) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low == 0 ? NO_CODE : new Cursor(low - 1).find(rva);
  }

  /** A position among the pieces of a group. */
  private final class Cursor extends IndexCursor {

    private int left;
    private int end;
    private int rid;
    private int bounds = -1;

    /** Where the method of the piece begins, were all of its pieces behind one another. */
    private int methodBegin;

    Cursor(int group) {
      super(
          CodeTable.this.bytes,
          begin + 4 + 8 * groups + CodeTable.this.bytes.size(begin + 8 + 8 * group));
      end = bytes.i32(begin + 4 + 8 * group);
      left = Math.min(GROUP, count - group * GROUP);
    }

    long find(int rva) {
      while (left-- > 0) {
        int from = end + number();
        end = from + number();
        int what = number();
        piece(from, what);
        if (Integer.compareUnsigned(rva, from) < 0) {
          return NO_CODE;
        }
        if (Integer.compareUnsigned(rva, end) < 0) {
          return what == ELSEWHERE ? OTHER_MODULE : found(rva - methodBegin);
        }
      }
      return NO_CODE;
    }

    private void piece(int from, int what) {
      if (what == ELSEWHERE || what == CONTINUES) {
        return;
      }
      if (what != BEGINS && what != PART) {
        throw bytes.damaged(at, "code of the unknown kind " + what);
      }
      int distance = number();
      rid += (distance >>> 1) ^ -(distance & 1);
      methodBegin = from - (what == PART ? number() : 0);
      bounds = at;
      if (number() >>> 1 != 0) {
        at += 2;
        int size = number();
        if (size < 0 || size > bytes.length() - at) {
          throw bytes.damaged(at, "bounds of " + size + " bytes");
        }
        at += size;
      }
    }

    private long found(int offset) {
      if (bounds < 0) {
        throw bytes.damaged(at, "more code of no method");
      }
      return ((long) rid << 32) | (ilOffset(offset) & 0xffffffffL);
    }

    private int ilOffset(int offset) {
      at = bounds;
      int head = number();
      int first = (head & 1) != 0 ? 1 : 0;
      int stored = head >>> 1;
      if (stored == 0) {
        return first;
      }
      int nativeWidth = u8();
      int ilWidth = u8();
      number();
      if (stored > MOST_BOUNDS || nativeWidth > Integer.SIZE || ilWidth > Integer.SIZE) {
        throw bytes.damaged(bounds, stored + " bounds of " + nativeWidth + " bits");
      }
      long width = (long) nativeWidth + ilWidth;
      int low = 0;
      int high = stored;
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (bytes.bits(at, middle * width, nativeWidth) <= offset) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return low == 0 ? first : bytes.bits(at, (low - 1) * width + nativeWidth, ilWidth);
    }
  }
}
