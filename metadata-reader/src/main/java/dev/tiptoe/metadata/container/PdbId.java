// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.container;

import dev.tiptoe.metadata.bytes.Bytes;
import java.util.Locale;
import java.util.UUID;

/**
 * The identity of a portable PDB, the same in the PDB and in its module's debug directory.
 * Immutable.
 *
 * @param guid unique to one compilation; for a deterministic one, part of its hash
 * @param stamp four more bytes of it
 */
public record PdbId(UUID guid, int stamp) {

  /** The size of an identity in a PDB. */
  public static final int BYTES = 20;

  /** Reads the identity at {@code at}. */
  static PdbId read(Bytes where, int at) {
    return new PdbId(where.guid(at), where.i32(at + 16));
  }

  /** Returns the GUID and the stamp in hex. */
  @Override
  public String toString() {
    return guid + "-" + String.format(Locale.ROOT, "%08x", stamp);
  }
}
