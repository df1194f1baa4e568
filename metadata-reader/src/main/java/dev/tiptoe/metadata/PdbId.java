// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata;

import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The identity of a portable PDB, the same in the PDB and in its module's debug directory.
 * Immutable.
 *
 * @param guid unique to one compilation; for a deterministic one, part of its hash
 * @param stamp four more bytes of it
 */
public record PdbId(UUID guid, int stamp) {

  // Not the generated ones, which Java links when they are first called: that takes milliseconds,
  // and a command that names one frame is done in a few dozen of them.

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof PdbId id && guid.equals(id.guid) && stamp == id.stamp;
  }

  @Override
  public int hashCode() {
    return 31 * guid.hashCode() + stamp;
  }

  /** Returns the GUID and the stamp in hex. */
  @Override
  public String toString() {
    return guid + "-" + String.format(Locale.ROOT, "%08x", stamp);
  }
}
