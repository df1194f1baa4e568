// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.table.Column;
import dev.tiptoe.metadata.table.TableSchema;
import java.util.ArrayList;
import java.util.List;

/**
 * Searches all rows of an image for invalid references: to missing rows, or outside a heap. Not
 * thread-safe.
 */
final class Damage {

  /** The greatest number of reports; those of a thoroughly broken file would fill the memory. */
  static final int MOST = 100;

  private final Image image;
  private final List<MetadataFormatException> found;

  /**
   * Creates a search that begins with known damage.
   *
   * @param ofStreams the damage of the streams
   */
  Damage(Image image, List<MetadataFormatException> ofStreams) {
    this.image = image;
    found = new ArrayList<>(ofStreams);
    found.addAll(image.tables().damage());
  }

  List<MetadataFormatException> all() {
    // The targets of a delta's rows are usually in another file.
    for (int table :
        image.tables().isDelta() ? List.<Integer>of() : TableSchema.ECMA_335.tables()) {
      List<Column> columns = TableSchema.ECMA_335.columns(table);
      for (int rid = 1; rid <= image.tables().whole(table) && found.size() < MOST; rid++) {
        row(table, rid, columns);
      }
    }
    return List.copyOf(found.subList(0, Math.min(MOST, found.size())));
  }

  private void row(int table, int rid, List<Column> columns) {
    try {
      for (int column = 0; column < columns.size(); column++) {
        cell(table, rid, column, columns.get(column));
      }
    } catch (MetadataFormatException e) {
      found.add(e);
    }
  }

  private void cell(int table, int rid, int column, Column type) {
    int value = image.tables().cell(table, rid, column);
    switch (type.kind()) {
      case U2, U4 -> {
        // Any number is valid.
      }
      case STRING -> {
        if (!image.strings().contains(value)) {
          throw image.tables().damaged(table, rid, column, "lies outside the strings");
        }
      }
      case BLOB -> image.blobs().get(value);
      case GUID -> image.guids().get(value);
      case ROW, CODED -> reference(table, rid, column);
      case RUN -> {
        if (!image.tables().mayBegin(table, column, value)) {
          String where = value == 0 ? "before the first" : "behind the last";
          throw image.tables().damaged(table, rid, column, "begins " + where + " row");
        }
      }
    }
  }

  /** A row of a PDB may point into its module, whose rows are not here. */
  private void reference(int table, int rid, int column) {
    Token to = image.tables().token(table, rid, column);
    boolean elsewhere = TableSchema.isDebug(table) && !TableSchema.isDebug(to.table());
    if (!to.isNil() && !elsewhere && !image.tables().contains(to)) {
      throw image.tables().damaged(table, rid, column, "points to " + to + ", which is no row");
    }
  }
}
