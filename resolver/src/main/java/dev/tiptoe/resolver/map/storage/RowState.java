// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import dev.tiptoe.resolver.map.EvidenceKind;

/**
 * The state word of a row, as a value.
 *
 * <pre>
 *    63 | 62       | 61     | 60 .. 39   | 38 .. 24              | 23 .. 0
 * ended | disputed | mortal | module row | evidence kinds, a set | rid (class, function), or rank and element type (array)
 * </pre>
 *
 * <p><i>Disputed</i>: another fact gave the same ID another meaning. <i>Mortal</i>: it may be
 * unloaded while the process lives, so what depends on it is written down.
 */
final class RowState {

  static final long ENDED = 1L << 63;
  static final long DISPUTED = 1L << 62;
  static final long MORTAL = 1L << 61;

  static final int MAX_MODULE_ROW = (1 << 22) - 1;
  static final int RID_MASK = (1 << 24) - 1;

  private static final int MODULE_SHIFT = 39;
  private static final int KINDS_SHIFT = 24;
  private static final int KINDS_MASK = (1 << 15) - 1;

  private RowState() {}

  static long of(int moduleRow, int rid) {
    return (long) moduleRow << MODULE_SHIFT | rid;
  }

  static int moduleRow(long state) {
    return (int) (state >>> MODULE_SHIFT) & MAX_MODULE_ROW;
  }

  static int rid(long state) {
    return (int) state & RID_MASK;
  }

  /** The rid of the row's token; 0 for what has none. */
  static int tokenRid(long state) {
    return moduleRow(state) == Pages.NONE ? 0 : rid(state);
  }

  /** The evidence kinds, as a set of their numbers. */
  static int kinds(long state) {
    return (int) (state >>> KINDS_SHIFT) & KINDS_MASK;
  }

  static boolean has(long state, EvidenceKind kind) {
    return (kinds(state) & (1 << EvidenceKinds.number(kind))) != 0;
  }

  static long without(long state, EvidenceKind kind) {
    return state & ~(1L << (KINDS_SHIFT + EvidenceKinds.number(kind)));
  }

  /** The state of a row that has no meaning any more. */
  static long voided(long state) {
    return (state | ENDED) & ~((long) KINDS_MASK << KINDS_SHIFT);
  }

  static long with(long state, EvidenceKind kind) {
    return state | 1L << (KINDS_SHIFT + EvidenceKinds.number(kind));
  }
}
