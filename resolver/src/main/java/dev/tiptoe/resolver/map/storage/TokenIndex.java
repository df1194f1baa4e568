// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntConsumer;

/**
 * Maps a rid of one metadata table of one module to the newest row about it, and mostly to the ID
 * itself: an array index, no hash. One writer, lock-free readers.
 *
 * <pre>
 *   element   | low half of the only ID 32 | only 1 | row 31 |
 * </pre>
 *
 * <p><i>Only</i>: the row is the only one that the token ever had, it lives, and the high half of
 * its ID is that of the module's first: what a loader allocates lies together.
 *
 * <p>The first page stands by itself, for most modules need no other; behind it are two levels. All
 * are grown as needed, while there is {@linkplain TokenRoom room}; a rid beyond that, in a module
 * whose tokens lie very far apart, stands in a hash map.
 */
final class TokenIndex {

  private static final int SHIFT = 12;
  private static final int PAGE = 1 << SHIFT;
  private static final long ONLY = 1L << 31;
  private static final long ROW = ONLY - 1;
  private static final long LOW_HALF = 0xffff_ffffL;
  private static final long[] EMPTY = {};
  private static final long[][] NONE = {EMPTY};
  private static final VarHandle FIRST;
  private static final VarHandle PAGES;
  private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(long[].class);
  private static final VarHandle PAGE_REFERENCE =
      MethodHandles.arrayElementVarHandle(long[][].class);

  static {
    try {
      FIRST = MethodHandles.lookup().findVarHandle(TokenIndex.class, "first", long[].class);
      PAGES = MethodHandles.lookup().findVarHandle(TokenIndex.class, "pages", long[][].class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Page 0. */
  private long[] first = EMPTY;

  /** The pages from 1 on; the first element is not used. */
  private long[][] pages = NONE;

  /** The elements of rids for which there was no room. */
  private volatile Map<Integer, Long> scattered = Map.of();

  /** The high half of the first ID, written before any element. */
  private long highHalf;

  private final TokenRoom room;

  TokenIndex(TokenRoom room) {
    this.room = room;
  }

  TokenRoom room() {
    return room;
  }

  /** The newest row about a rid, or {@link Pages#NONE}. */
  int newest(int rid) {
    return (int) (element(rid) & ROW);
  }

  /** Returns the live ID of a rid that never had another, or 0: then its rows have the answer. */
  long only(int rid) {
    long element = element(rid);
    return (element & ONLY) == 0 ? 0 : highHalf | element >>> Integer.SIZE;
  }

  private long element(int rid) {
    long[] page = page(rid >>> SHIFT);
    int at = rid & (PAGE - 1);
    long element = at < page.length ? (long) ELEMENT.getAcquire(page, at) : Pages.NONE;
    return element == Pages.NONE ? scattered.getOrDefault(rid, element) : element;
  }

  /** A page; that of a rid that was not recorded may be empty, and too short for it. */
  private long[] page(int number) {
    if (number == 0) {
      return (long[]) FIRST.getAcquire(this);
    }
    long[][] current = (long[][]) PAGES.getAcquire(this);
    return number < current.length ? (long[]) PAGE_REFERENCE.getAcquire(current, number) : EMPTY;
  }

  private void setPage(int number, long[] page) {
    if (number == 0) {
      FIRST.setRelease(this, page);
      return;
    }
    if (number >= pages.length) {
      growDirectory(number);
    }
    PAGE_REFERENCE.setRelease(pages, number, page);
  }

  /** Makes a filled row that has no ID the newest about its rid. */
  void publish(int rid, int row) {
    publish(rid, row, 0);
  }

  /** Makes a live row, which links to the one that was newest, the newest about its rid. */
  void publish(int rid, int row, long id) {
    if (first == EMPTY && pages == NONE && scattered.isEmpty()) {
      highHalf = id & ~LOW_HALF;
    }
    room.rowAdded();
    boolean only = newest(rid) == Pages.NONE && (id & ~LOW_HALF) == highHalf;
    set(rid, only ? id << Integer.SIZE | ONLY | row : row);
  }

  /** Puts an element where the rid's is, or else on its page if there is room, or else apart. */
  private void set(int rid, long element) {
    if (!scattered.containsKey(rid) && isOnPage(rid)) {
      ELEMENT.setRelease(page(rid >>> SHIFT), rid & (PAGE - 1), element);
      return;
    }
    if (scattered.isEmpty()) {
      scattered = new ConcurrentHashMap<>();
    }
    scattered.put(rid, element);
  }

  /** Whether the rid's page reaches to it, now that it was made longer if it could be. */
  private boolean isOnPage(int rid) {
    int number = rid >>> SHIFT;
    int at = rid & (PAGE - 1);
    long[] page = page(number);
    if (at < page.length) {
      return true;
    }
    int length = Math.min(PAGE, at + at / 4 + 4);
    int directory = number == 0 ? 0 : Math.max(0, number + 1 - pages.length);
    boolean enough = room.take(length - page.length + directory);
    if (enough) {
      setPage(number, Arrays.copyOf(page, length));
    }
    return enough;
  }

  /** Records that a row about a rid has ended. */
  void ended(int rid, int row) {
    if (newest(rid) == row) {
      set(rid, row);
    }
  }

  /** The newest row of each rid; older ones are behind it. */
  void forEachNewest(IntConsumer action) {
    int pages = ((long[][]) PAGES.getAcquire(this)).length;
    for (int number = 0; number < pages; number++) {
      for (long element : page(number)) {
        if (element != Pages.NONE) {
          action.accept((int) (element & ROW));
        }
      }
    }
    scattered.values().forEach(element -> action.accept((int) (element & ROW)));
  }

  private void growDirectory(int number) {
    long[][] larger = Arrays.copyOf(pages, number + 1);
    Arrays.fill(larger, pages.length, larger.length, EMPTY);
    PAGES.setRelease(this, larger);
  }
}
