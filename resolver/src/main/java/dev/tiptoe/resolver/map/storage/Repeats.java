// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import dev.tiptoe.resolver.map.EvidenceKind;
import java.util.Arrays;

/**
 * The times of repeated evidence of a row, after the first of its kind. Used by the writer only.
 *
 * <p>They matter only if a late unload falls between two of them: evidence before it belongs to one
 * meaning, evidence after it to the next. Keeps the first 15 times of a row, and the last; of more,
 * those that came with a description.
 */
final class Repeats {

  private static final int MOST = 16;
  private static final long[] NONE = {};

  /** Hands over one time. */
  interface Action {
    /**
     * Takes one time.
     *
     * @param described whether the fact also described the ID
     */
    void accept(EvidenceKind kind, long at, boolean described);
  }

  private static final int DESCRIBED = 0x100;

  /** For each row its times, each followed by the number of its kind. */
  private long[][] ofRows = new long[16][];

  void add(int row, EvidenceKind kind, long at) {
    add(row, EvidenceKinds.number(kind), at);
  }

  /** Notes that evidence of a kind that mostly comes without a description came with one. */
  void addDescribed(int row, EvidenceKind kind, long at) {
    add(row, EvidenceKinds.number(kind) | DESCRIBED, at);
  }

  private void add(int row, long kind, long at) {
    long[] times = times(row);
    int last = times.length;
    boolean isNewest = last == 0 || at > times[last - 2];
    for (int i = 0; !isNewest && i < times.length; i += 2) {
      if (times[i] == at && times[i + 1] == kind) {
        return;
      }
    }
    if (last < 2 * MOST) {
      times = Arrays.copyOf(times, last + 2);
      set(row, times);
    } else {
      last = lastPlain(times);
      if (last < 0 || (kind < DESCRIBED && times[last] > at)) {
        return;
      }
    }
    times[last] = at;
    times[last + 1] = kind;
  }

  /** The place of the last time that came without a description, or -1: what described stays. */
  private static int lastPlain(long[] times) {
    int place = times.length - 2;
    while (place >= 0 && (times[place + 1] & DESCRIBED) != 0) {
      place -= 2;
    }
    return place;
  }

  boolean isDescribed(int row, EvidenceKind kind, long at) {
    long[] times = times(row);
    for (int i = 0; i < times.length; i += 2) {
      if (times[i] == at && times[i + 1] == (EvidenceKinds.number(kind) | DESCRIBED)) {
        return true;
      }
    }
    return false;
  }

  void forEach(int row, Action action) {
    long[] times = times(row);
    for (int i = 0; i < times.length; i += 2) {
      boolean described = (times[i + 1] & DESCRIBED) != 0;
      action.accept(
          EvidenceKinds.numbered((int) times[i + 1] & (DESCRIBED - 1)), times[i], described);
    }
  }

  void clear(int row) {
    if (row < ofRows.length) {
      ofRows[row] = null;
    }
  }

  @SuppressWarnings("NullAway") // rows without repeats have no array
  private long[] times(int row) {
    return row < ofRows.length && ofRows[row] != null ? ofRows[row] : NONE;
  }

  private void set(int row, long[] times) {
    if (row >= ofRows.length) {
      ofRows = Arrays.copyOf(ofRows, Math.max(row + 1, ofRows.length + ofRows.length / 2));
    }
    ofRows[row] = times;
  }
}
