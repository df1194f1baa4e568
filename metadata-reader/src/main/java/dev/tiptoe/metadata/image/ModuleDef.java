// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import java.util.Optional;
import java.util.UUID;

/**
 * The module itself; a file should have one such row, and may have more, of which only the first
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

  /** Row {@code rid} of {@code image}. */
  public ModuleDef(Image image, int rid) {
    super(image, TABLE, rid);
  }

  /** Which edit of the module this is; 0 but in a delta. */
  public int generation() {
    return cell(GENERATION);
  }

  /** The file name, without a path. */
  public String name() {
    return string(NAME);
  }

  /** The module version ID: another with every compilation. */
  public Optional<UUID> mvid() {
    return guid(MVID);
  }

  /** The ID of this edit, in a delta. */
  public Optional<UUID> encId() {
    return guid(ENC_ID);
  }

  /** The ID of the edit before it, in a delta. */
  public Optional<UUID> encBaseId() {
    return guid(ENC_BASE_ID);
  }
}
