// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata;

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

  /** Returns the GUID and the stamp in hex. */
  @Override
  public String toString() {
    return guid + "-" + String.format(Locale.ROOT, "%08x", stamp);
  }
}
