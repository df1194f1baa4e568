// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.container;

import dev.tiptoe.metadata.bytes.Bytes;

/**
 * The location of a part of a module: an RVA and a size. Immutable.
 *
 * @param rva the address from the module's beginning in memory, unsigned; 0 when the part is absent
 * @param size bytes, unsigned
 * @ecma II.25.2.3.3
 */
public record DataDirectory(int rva, int size) {

  /** The directory of a part that is absent. */
  public static final DataDirectory NONE = new DataDirectory(0, 0);

  /** The size of a directory in a file. */
  public static final int BYTES = 8;

  /** Reads the directory at {@code at}. */
  public static DataDirectory read(Bytes where, int at) {
    return new DataDirectory(where.i32(at), where.i32(at + 4));
  }

  /** Returns whether there is such a part. */
  public boolean isPresent() {
    return rva != 0;
  }
}
