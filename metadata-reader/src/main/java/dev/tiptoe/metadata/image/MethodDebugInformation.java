// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;
import java.util.Optional;

/**
 * Debug information about the method with the same rid.
 *
 * @ecma the portable PDB specification, MethodDebugInformation table
 */
public final class MethodDebugInformation extends Row {

  /** The table's number. */
  public static final int TABLE = 0x31;

  private static final int DOCUMENT = column(TABLE, "Document");
  private static final int SEQUENCE_POINTS = column(TABLE, "SequencePoints");

  /** Creates the view of row {@code rid} of {@code image}. */
  public MethodDebugInformation(Image image, int rid) {
    super(image, TABLE, rid);
  }

  /**
   * Returns the information in {@code pdb} about a method of its module; empty when there is none.
   */
  public static Optional<MethodDebugInformation> of(Image pdb, Token method) {
    return method.table() == MethodDef.TABLE && pdb.tables().contains(Token.of(TABLE, method.rid()))
        ? Optional.of(new MethodDebugInformation(pdb, method.rid()))
        : Optional.empty();
  }

  /** Returns the only file it is in; nil when there are more or none. */
  public Token document() {
    return reference(DOCUMENT);
  }

  /** Returns its sequence points, encoded; empty when it has none. */
  public Bytes sequencePoints() {
    return blob(SEQUENCE_POINTS);
  }
}
