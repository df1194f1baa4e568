// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.Token;

/**
 * The native function of a method (or field): P/Invoke.
 *
 * @ecma II.22.22
 */
public final class ImplMap extends Row {

  /** The table's number. */
  public static final int TABLE = 0x1c;

  private static final int MAPPING_FLAGS = column(TABLE, "MappingFlags");
  static final int MEMBER_FORWARDED = column(TABLE, "MemberForwarded");
  private static final int IMPORT_NAME = column(TABLE, "ImportName");
  private static final int IMPORT_SCOPE = column(TABLE, "ImportScope");

  /** Creates the view of row {@code rid} of {@code image}. */
  public ImplMap(Image image, int rid) {
    super(image, TABLE, rid);
  }

  /** {@code PInvokeAttributes}. */
  public int mappingFlags() {
    return cell(MAPPING_FLAGS);
  }

  /** Returns the MethodDef, or the Field. */
  public Token memberForwarded() {
    return reference(MEMBER_FORWARDED);
  }

  /** Returns the function's name in its library. */
  public String importName() {
    return string(IMPORT_NAME);
  }

  /** Returns the library. */
  public ModuleRef importScope() {
    return new ModuleRef(image(), rid(IMPORT_SCOPE));
  }
}
