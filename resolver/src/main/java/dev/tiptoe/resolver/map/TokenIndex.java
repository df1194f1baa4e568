// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * From a rid of one metadata table of one module to the newest row about it, and mostly to the ID
 * itself: an array index, no hash. One writer, lock-free readers.
 *
 * <pre>
 *   element   | low half of the only ID 32 | only 1 | row 31 |
 * </pre>
 *
 * <p><i>Only</i>: the row is the only one that the token ever had, it lives, and the high half of
 * its ID is that of the module's first: what a loader allocates lies together.
 *
 * <p>Two levels, both grown as needed: a small module takes a few elements, and one absurd rid
 * cannot take more than 64 KiB.
 */
final class TokenIndex {

  private static final int SHIFT = 12;
  private static final int PAGE = 1 << SHIFT;
  private static final long ONLY = 1L << 31;
  private static final long ROW = ONLY - 1;
  private static final long LOW_HALF = 0xffff_ffffL;
  private static final long[] EMPTY = {};
  private static final VarHandle PAGES;
  private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(long[].class);
  private static final VarHandle PAGE_REFERENCE =
      MethodHandles.arrayElementVarHandle(long[][].class);

  static {
    try {
      PAGES = MethodHandles.lookup().findVarHandle(TokenIndex.class, "pages", long[][].class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private long[][] pages = {EMPTY};

  /** The high half of the first ID, written before any element. */
  private long highHalf;

  /** The newest row about a rid, or {@link Pages#NONE}. */
  int newest(int rid) {
    return (int) (element(rid) & ROW);
  }

  /** The live ID of a rid that never had another, or 0: then its rows tell. */
  long only(int rid) {
    long element = element(rid);
    return (element & ONLY) == 0 ? 0 : highHalf | element >>> Integer.SIZE;
  }

  private long element(int rid) {
    long[][] current = (long[][]) PAGES.getAcquire(this);
    int number = rid >>> SHIFT;
    if (number >= current.length) {
      return Pages.NONE;
    }
    long[] page = (long[]) PAGE_REFERENCE.getAcquire(current, number);
    int at = rid & (PAGE - 1);
    return at < page.length ? (long) ELEMENT.getAcquire(page, at) : Pages.NONE;
  }

  /** Makes a filled row that has no ID the newest about its rid. */
  void publish(int rid, int row) {
    publish(rid, row, 0);
  }

  /** Makes a live row, which links to the one that was newest, the newest about its rid. */
  void publish(int rid, int row, long id) {
    if (pages[0] == EMPTY && pages.length == 1) {
      highHalf = id & ~LOW_HALF;
    }
    int number = rid >>> SHIFT;
    int at = rid & (PAGE - 1);
    if (number >= pages.length) {
      growDirectory(number);
    }
    if (at >= pages[number].length) {
      int length = Math.min(PAGE, at + at / 8 + 4);
      PAGE_REFERENCE.setRelease(pages, number, Arrays.copyOf(pages[number], length));
    }
    boolean only = pages[number][at] == Pages.NONE && (id & ~LOW_HALF) == highHalf;
    ELEMENT.setRelease(pages[number], at, only ? id << Integer.SIZE | ONLY | row : row);
  }

  /** Takes notice that a row about a rid has ended. */
  void ended(int rid, int row) {
    if (newest(rid) == row) {
      ELEMENT.setRelease(pages[rid >>> SHIFT], rid & (PAGE - 1), (long) row);
    }
  }

  /** The newest row of each rid; older ones are behind it. */
  void forEachNewest(IntConsumer action) {
    for (long[] page : (long[][]) PAGES.getAcquire(this)) {
      for (long element : page) {
        if (element != Pages.NONE) {
          action.accept((int) (element & ROW));
        }
      }
    }
  }

  private void growDirectory(int number) {
    long[][] larger = Arrays.copyOf(pages, number + 1);
    Arrays.fill(larger, pages.length, larger.length, EMPTY);
    PAGES.setRelease(this, larger);
  }
}
