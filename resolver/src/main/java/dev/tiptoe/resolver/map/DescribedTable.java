// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import dev.tiptoe.resolver.id.RuntimeID;

/**
 * IDs of a kind of which there are few, each row with a description as an immutable value. One
 * writer, lock-free readers.
 *
 * @param <D> the description
 */
final class DescribedTable<D extends Description<D>> {

  private final IdTable ids = new IdTable();
  private final NumberedValues<D> descriptions = new NumberedValues<>();
  private final MapCounters counters;

  DescribedTable(MapCounters counters) {
    this.counters = counters;
  }

  IdTable ids() {
    return ids;
  }

  /** The description of a row, which has the row's number. */
  D description(int row) {
    return descriptions.get(row);
  }

  /**
   * Begins a meaning of an ID that has none, or adds to the living one what agrees with it.
   *
   * @return the ID's live row
   */
  int met(long at, RuntimeID id, EvidenceKind kind, D claimed) {
    int row = ids.live(id.value());
    if (row == Pages.NONE) {
      return begin(at, id.value(), kind, claimed);
    }
    D known = description(row);
    if (known.agrees(claimed)) {
      descriptions.set(row, known.together(claimed));
      ids.meet(row, kind, at);
    } else {
      counters.conflict(at, ids, row, id, () -> known, claimed);
    }
    return row;
  }

  private int begin(long at, long id, EvidenceKind kind, D description) {
    int row = ids.draft(id, at, kind, 0, 0);
    descriptions.set(row, description);
    ids.publish(row);
    return row;
  }
}
