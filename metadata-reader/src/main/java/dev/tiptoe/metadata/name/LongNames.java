// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.name;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How much work the long names of an image are together, and how much they may be. Thread-safe.
 *
 * <p>Each row of a small file may name the same long names, so that a bound for each name is none
 * for all. Work is counted in bytes that are written. Rows whose names are short are not counted,
 * and no other is counted twice, so that whoever asks for honest names may ask for ever.
 */
final class LongNames {

  /** No type that the runtime loads has a name that is longer by itself. */
  static final int SHORT = 1 << 10;

  /** What all may be together, and what may be added for each byte of metadata. */
  private static final long FREE = 64 << 20;

  private static final int FOR_A_BYTE = 2;

  private final Set<Integer> rows = ConcurrentHashMap.newKeySet();
  private final AtomicLong left;

  LongNames(Image image) {
    left =
        new AtomicLong(FREE + FOR_A_BYTE * (long) image.metadata().container().metadata().length());
  }

  /** Bytes that the name of a row may have. */
  int most(Token row) {
    return left.get() > 0 || rows.contains(row.value()) ? NameText.LONGEST : SHORT;
  }

  /** Counts the work that the name of a row was, which might have so many bytes. */
  void add(Token row, int most, int work) {
    if (most > SHORT && work > SHORT && rows.add(row.value())) {
      left.addAndGet(-work);
    }
  }
}
