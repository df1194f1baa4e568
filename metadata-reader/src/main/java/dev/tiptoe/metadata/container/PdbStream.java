// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.container;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.PdbId;
import dev.tiptoe.metadata.bytes.Bytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The {@code #Pdb} stream of a portable PDB: the identity of its module's build, and the number of
 * rows of each table of the module. Immutable.
 *
 * <p>Source: Portable PDB v1.0 Format Specification, "#Pdb stream".
 */
public final class PdbStream {

  private static final int ENTRY_POINT = 20;
  private static final int REFERENCED = 24;
  private static final int ROWS = 32;
  private static final int MOST_ROWS = 0x00ffffff;
  private static final int UNKNOWN = MOST_ROWS + 1;

  /** The tables from this number on are the PDB's own. */
  private static final int FIRST_OF_PDB = 0x30;

  private final Bytes stream;

  /** Reads the contents of {@code stream}. */
  public PdbStream(Bytes stream) {
    this.stream = stream;
  }

  /** Returns the identity that the module's debug directory must have. */
  public PdbId id() {
    return new PdbId(stream.guid(0), stream.i32(16));
  }

  /** Returns the offset of the identity in the file. */
  public long idOffset() {
    return stream.fileOffset(0);
  }

  /** Returns the token of the program's entry point; 0 for none. */
  public int entryPoint() {
    return stream.i32(ENTRY_POINT);
  }

  /** Returns the module's tables whose row counts the PDB has, a bit each. */
  public long referencedTables() {
    return stream.i64(REFERENCED);
  }

  /**
   * Returns the row counts of all tables, for the widths of indexes: the module's tables from here,
   * the PDB's own from {@code own}. A number above 0xffffff means that it is not known.
   */
  public int[] rowsBeside(int[] own) {
    int[] rows = own.clone();
    System.arraycopy(counts(new ArrayList<>()), 0, rows, 0, FIRST_OF_PDB);
    return rows;
  }

  /**
   * Returns the unreadable parts, because of which a row count is not known; empty when there are
   * none.
   */
  public List<MetadataFormatException> damage() {
    List<MetadataFormatException> damage = new ArrayList<>();
    counts(damage);
    return damage;
  }

  private int[] counts(List<MetadataFormatException> damage) {
    int[] rows = new int[FIRST_OF_PDB];
    Arrays.fill(rows, UNKNOWN);
    try {
      int at = ROWS;
      for (int table = 0; table < FIRST_OF_PDB; table++) {
        boolean isReferenced = (referencedTables() >>> table & 1) != 0;
        rows[table] = isReferenced ? count(at, damage) : 0;
        at += isReferenced ? 4 : 0;
      }
    } catch (MetadataFormatException e) {
      damage.add(e);
    }
    return rows;
  }

  private int count(int at, List<MetadataFormatException> damage) {
    int count = stream.i32(at);
    if (Integer.compareUnsigned(count, MOST_ROWS) <= 0) {
      return count;
    }
    damage.add(stream.damaged(at, "a table of " + Integer.toUnsignedString(count) + " rows"));
    return UNKNOWN;
  }
}
