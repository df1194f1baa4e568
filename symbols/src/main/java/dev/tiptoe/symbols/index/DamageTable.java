// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import java.util.Optional;

/**
 * What an index does not have of its module: it could not be read when the index was made, or
 * builds of the module differ in it. Immutable and thread-safe.
 */
final class DamageTable {

  /**
   * Why something is not there.
   *
   * @param text the reason
   * @param isDifference whether builds differ in it; otherwise it could not be read
   */
  record Reason(String text, boolean isDifference) {}

  private final BitRows rows;
  private final TextSection reasons;

  DamageTable(IndexBytes bytes, IndexHeader header) {
    this.rows = new BitRows(bytes, header.section(Section.Id.DAMAGE));
    this.reasons = new TextSection(bytes, header.section(Section.Id.REASONS));
  }

  /** Returns the reason why something of a method is not there. */
  Optional<Reason> find(int rid, int kind) {
    int row = rows.lastUpTo(DamageWriter.RID, rid);
    for (; row >= 0 && rows.get(row, DamageWriter.RID) == rid; row--) {
      if (rows.get(row, DamageWriter.KIND) == kind) {
        String reason = reasons.get(rows.get(row, DamageWriter.REASON));
        return Optional.of(new Reason(reason, rows.get(row, DamageWriter.DIFFERENCE) != 0));
      }
    }
    return Optional.empty();
  }
}
