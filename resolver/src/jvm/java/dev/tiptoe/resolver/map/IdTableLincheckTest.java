// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;

/** One writer beside readers: every outcome of the core table is one of a single thread's. */
public class IdTableLincheckTest {

  /** The ID that all operations are about, so that they meet. */
  private static final long ID = 4;

  private final IdTable table = new IdTable(id -> {});
  private long clock;

  /** A table that is about to grow: the next row, which is the ID's first, makes its index grow. */
  public IdTableLincheckTest() {
    this(3);
  }

  IdTableLincheckTest(int rows) {
    for (int id = 1; id <= rows; id++) {
      table.publish(table.draft(id, id, EvidenceKind.ANNOUNCED, RowState.of(1, id), 0));
    }
    clock = rows;
  }

  /** A table in which the ID means something. */
  public static final class OfALivingID extends IdTableLincheckTest {

    /** The ID's row is the last one. */
    public OfALivingID() {
      super((int) ID);
    }
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
    return table.ridAt(ID, IdView.NOW);
  }

  /** The short way to an ID's row. */
  @Operation
  public int valid() {
    return table.validAt(ID, IdView.NOW);
  }

  private String meaning(long id) {
    int row = table.begunAt(id, IdView.NOW);
    return row == Pages.NONE
        ? "none"
        : RowState.rid(table.state(row)) + " from " + table.from(row) + " to " + table.to(row);
  }

  /** The evidence there is. */
  @Operation
  public String evidence() {
    int row = table.begunAt(ID, IdView.NOW);
    return row == Pages.NONE ? "none" : table.evidence(row, IdView.NOW).toString();
  }

  @Test
  void idTable_underAModelChecker_isLinearizable() {
    check(IdTableLincheckTest.class);
  }

  @Test
  void idTable_thatEndsARow_isLinearizable() {
    check(OfALivingID.class);
  }

  private static void check(Class<?> table) {
    new ModelCheckingOptions()
        .threads(2)
        .actorsPerThread(2)
        .actorsBefore(0)
        .actorsAfter(0)
        .iterations(25)
        .invocationsPerIteration(160)
        .check(table);
  }
}
