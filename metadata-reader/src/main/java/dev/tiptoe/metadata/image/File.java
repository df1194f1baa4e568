// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.bytes.Bytes;

/**
 * A file that belongs to this assembly.
 *
 * @ecma II.22.19
 */
public final class File extends Row {

  /** The table's number. */
  public static final int TABLE = 0x26;

  private static final int FLAGS = column(TABLE, "Flags");
  private static final int NAME = column(TABLE, "Name");
  private static final int HASH_VALUE = column(TABLE, "HashValue");

  /** Creates the view of row {@code rid} of {@code image}. */
  public File(Image image, int rid) {
    super(image, TABLE, rid);
  }

  /** {@code FileAttributes}: 1 for a file without metadata. */
  public int flags() {
    return cell(FLAGS);
  }

  /** Returns the name, without a path. */
  public String name() {
    return string(NAME);
  }

  /** Returns the hash of the file. */
  public Bytes hashValue() {
    return blob(HASH_VALUE);
  }
}
