// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.container;

import dev.tiptoe.metadata.bytes.Bytes;

/**
 * The {@code #Pdb} stream of a portable PDB: whose PDB it is, and how many rows each table of the
 * module has. Immutable.
 *
 * <p>Source: Portable PDB v1.0 Format Specification, "#Pdb stream".
 */
public final class PdbStream {

  private static final int ENTRY_POINT = 20;
  private static final int REFERENCED = 24;
  private static final int ROWS = 32;
  private static final int MOST_ROWS = 0x00ffffff;

  /** The tables from this number on are the PDB's own. */
  private static final int FIRST_OF_PDB = 0x30;

  private final Bytes stream;

  /** The stream that {@code stream} holds. */
  public PdbStream(Bytes stream) {
    this.stream = stream;
  }

  /** What the module's debug directory must say for the PDB to be its own. */
  public PdbId id() {
    return stream.answer(0, () -> PdbId.read(stream, 0));
  }

  /** The token of the method that the program begins with; 0 for none. */
  public int entryPoint() {
    return stream.answerInt(ENTRY_POINT, () -> stream.i32(ENTRY_POINT));
  }

  /** The module's tables that the PDB tells the number of rows of, a bit each. */
  public long referencedTables() {
    return stream.answer(REFERENCED, () -> stream.i64(REFERENCED));
  }

  /**
   * How many rows each table has, for the widths of indexes: the module's tables as told here, the
   * PDB's own as in {@code own}.
   */
  public int[] rowsBeside(int[] own) {
    int[] rows = own.clone();
    int at = ROWS;
    for (int table = 0; table < FIRST_OF_PDB; table++) {
      boolean told = (referencedTables() >>> table & 1) != 0;
      rows[table] = told ? checkedCount(at) : 0;
      at += told ? 4 : 0;
    }
    return rows;
  }

  private int checkedCount(int at) {
    int count = stream.i32(at);
    if (Integer.compareUnsigned(count, MOST_ROWS) > 0) {
      throw stream.damaged(at, "a table of " + Integer.toUnsignedString(count) + " rows");
    }
    return count;
  }
}
