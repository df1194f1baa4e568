// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.name;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the work of all long names of an image, and bounds it. Thread-safe.
 *
 * <p>Each row of a small file may refer to the same long names, so a bound for each name does not
 * bound the total. Work is counted in written bytes. Rows with short names are not counted, and no
 * other is counted twice, so names of a normal file can be requested without limit.
 */
final class LongNames {

  /** The limit of a short name: no type that the runtime loads has a longer name of its own. */
  static final int SHORT = 1 << 10;

  /** The total for all names, and the addition for each byte of metadata. */
  private static final long FREE = 64 << 20;

  private static final int FOR_A_BYTE = 2;

  private final Set<Integer> rows = ConcurrentHashMap.newKeySet();
  private final AtomicLong left;

  LongNames(Image image) {
    left = new AtomicLong(FREE + FOR_A_BYTE * (long) image.container().metadata().length());
  }

  /** Returns how many bytes the name of a row may have. */
  int most(Token row) {
    return left.get() > 0 || rows.contains(row.value()) ? NameText.LONGEST : SHORT;
  }

  /** Counts the work that the name of a row took, which was limited to so many bytes. */
  void add(Token row, int most, int work) {
    if (most > SHORT && work > SHORT && rows.add(row.value())) {
      left.addAndGet(-work);
    }
  }
}
