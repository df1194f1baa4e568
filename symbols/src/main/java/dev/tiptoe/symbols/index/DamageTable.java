// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import java.util.Optional;

/** What of a module could not be read when its index was made. Immutable and thread-safe. */
final class DamageTable {

  private final BitRows rows;
  private final StringTable reasons;

  DamageTable(IndexBytes bytes, IndexHeader header) {
    this.rows = new BitRows(bytes, header.section(Section.Id.DAMAGE));
    this.reasons = new StringTable(bytes, header.section(Section.Id.REASONS));
  }

  /** Returns the reason why something of a method could not be read. */
  Optional<String> find(int rid, int kind) {
    int row = rows.lastUpTo(DamageWriter.RID, rid);
    for (; row >= 0 && rows.get(row, DamageWriter.RID) == rid; row--) {
      if (rows.get(row, DamageWriter.KIND) == kind) {
        return Optional.of(reasons.get(rows.get(row, DamageWriter.REASON)));
      }
    }
    return Optional.empty();
  }
}
