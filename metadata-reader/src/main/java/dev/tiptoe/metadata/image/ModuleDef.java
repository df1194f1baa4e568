// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import java.util.Optional;
import java.util.UUID;

/**
 * The module itself. A file should have one such row, and may have more, of which only the first
 * counts.
 *
 * @ecma II.22.30
 */
public final class ModuleDef extends Row {

  /** The table's number. */
  public static final int TABLE = 0x00;

  private static final int GENERATION = column(TABLE, "Generation");
  private static final int NAME = column(TABLE, "Name");
  static final int MVID = column(TABLE, "Mvid");
  private static final int ENC_ID = column(TABLE, "EncId");
  private static final int ENC_BASE_ID = column(TABLE, "EncBaseId");

  /** Creates the view of row {@code rid} of {@code image}. */
  public ModuleDef(Image image, int rid) {
    super(image, TABLE, rid);
  }

  /** Returns the number of this edit of the module; 0 except in a delta. */
  public int generation() {
    return cell(GENERATION);
  }

  /** Returns the file name, without a path. */
  public String name() {
    return string(NAME);
  }

  /** Returns the module version ID, which differs in every compilation. */
  public Optional<UUID> mvid() {
    return guid(MVID);
  }

  /** Returns the ID of this edit, in a delta. */
  public Optional<UUID> encId() {
    return guid(ENC_ID);
  }

  /** Returns the ID of the edit before it, in a delta. */
  public Optional<UUID> encBaseId() {
    return guid(ENC_BASE_ID);
  }
}
