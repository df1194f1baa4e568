// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import dev.tiptoe.resolver.map.EvidenceKind;
import org.jetbrains.lincheck.datastructures.Operation;

/** What one writer and some readers do with an ID of the core table, for Lincheck. */
public abstract class IdTableScenario {

  /** The ID that all operations are about, so that they meet. */
  static final int ID = 4;

  private final IdTable table = new IdTable(id -> {});
  private long clock;

  /** A table with IDs from 1 on. */
  IdTableScenario(int rows) {
    for (int id = 1; id <= rows; id++) {
      table.publish(table.draft(id, id, EvidenceKind.ANNOUNCED, RowState.of(1, id), 0));
    }
    clock = rows;
  }

  /** Ends what the ID means, or begins a new meaning. */
  @Operation(nonParallelGroup = "writer")
  public void turn() {
    clock++;
    int row = table.live(ID);
    if (row == Pages.NONE) {
      table.publish(table.draft(ID, clock, EvidenceKind.PARENT, RowState.of(1, (int) clock), 0));
    } else {
      table.end(row, clock);
    }
  }

  /** Adds evidence, where there is something to know. */
  @Operation(nonParallelGroup = "writer")
  public void meet() {
    clock++;
    int row = table.live(ID);
    if (row != Pages.NONE) {
      table.meet(row, EvidenceKind.ON_HEAP, clock);
    }
  }

  /** Returns the meaning now of an ID that existed before. */
  @Operation
  public String meanings() {
    return meaning(1) + ", " + meaning(ID);
  }

  /** The short way to an ID's token. */
  @Operation
  public int rid() {
    return table.ridAt(ID, StoredView.NOW);
  }

  /** The short way to an ID's row. */
  @Operation
  public int valid() {
    return table.validAt(ID, StoredView.NOW);
  }

  private String meaning(long id) {
    int row = table.begunAt(id, StoredView.NOW);
    return row == Pages.NONE
        ? "none"
        : RowState.rid(table.state(row)) + " from " + table.from(row) + " to " + table.to(row);
  }

  /** The evidence there is. */
  @Operation
  public String evidence() {
    int row = table.begunAt(ID, StoredView.NOW);
    return row == Pages.NONE ? "none" : table.evidence(row, StoredView.NOW).toString();
  }
}
