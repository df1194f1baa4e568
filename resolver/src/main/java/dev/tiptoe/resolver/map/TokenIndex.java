// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * From a rid of one metadata table of one module to the newest row about it: an array index, no
 * hash. One writer, lock-free readers.
 *
 * <p>Two levels, both grown as needed: a small module takes a few ints, and one absurd rid cannot
 * take more than 32 KiB.
 */
final class TokenIndex {

  private static final int SHIFT = 12;
  private static final int PAGE = 1 << SHIFT;
  private static final int[] EMPTY = {};
  private static final VarHandle PAGES;
  private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);
  private static final VarHandle PAGE_REFERENCE =
      MethodHandles.arrayElementVarHandle(int[][].class);

  static {
    try {
      PAGES = MethodHandles.lookup().findVarHandle(TokenIndex.class, "pages", int[][].class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private int[][] pages = {EMPTY};

  /** The newest row about a rid, or {@link Pages#NONE}. */
  int newest(int rid) {
    int[][] current = (int[][]) PAGES.getAcquire(this);
    int number = rid >>> SHIFT;
    if (number >= current.length) {
      return Pages.NONE;
    }
    int[] page = (int[]) PAGE_REFERENCE.getAcquire(current, number);
    int at = rid & (PAGE - 1);
    return at < page.length ? (int) ELEMENT.getAcquire(page, at) : Pages.NONE;
  }

  /** Makes a filled row, which links to the one that was newest, the newest about its rid. */
  void publish(int rid, int row) {
    int number = rid >>> SHIFT;
    int at = rid & (PAGE - 1);
    if (number >= pages.length) {
      growDirectory(number);
    }
    if (at >= pages[number].length) {
      int length = Math.min(PAGE, Math.max(at + 1, pages[number].length * 3 / 2 + 4));
      PAGE_REFERENCE.setRelease(pages, number, Arrays.copyOf(pages[number], length));
    }
    ELEMENT.setRelease(pages[number], at, row);
  }

  /** The newest row of each rid; older ones are behind it. */
  void forEachNewest(IntConsumer action) {
    for (int[] page : (int[][]) PAGES.getAcquire(this)) {
      for (int row : page) {
        if (row != Pages.NONE) {
          action.accept(row);
        }
      }
    }
  }

  private void growDirectory(int number) {
    int[][] larger = Arrays.copyOf(pages, number + 1);
    Arrays.fill(larger, pages.length, larger.length, EMPTY);
    PAGES.setRelease(this, larger);
  }
}
