// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.container;

import dev.tiptoe.metadata.bytes.Bytes;
import java.util.Optional;

/**
 * The CodeView entry of a debug directory: the path and the identity of the module's PDB.
 * Immutable.
 *
 * @param id its identity; a PDB for Windows has only its GUID
 * @param age how often a PDB for Windows was written; 1 for a portable one
 * @param path the path to which the compiler wrote it
 * @param isPortable whether it is a portable PDB
 */
public record CodeView(PdbId id, int age, String path, boolean isPortable) {

  /** {@code RSDS}. */
  private static final int MAGIC = 0x53445352;

  private static final int AGE = 20;
  private static final int PATH = 24;
  private static final int PORTABLE = 0x504d;

  /** Reads an entry of the debug directory; empty when it is of a kind before .NET. */
  static Optional<CodeView> read(DebugDirectory.Entry entry, Bytes data) {
    if (data.length() < PATH || data.i32(0) != MAGIC) {
      return Optional.empty();
    }
    PdbId id = new PdbId(data.guid(4), entry.stamp());
    String path = data.utf8(PATH, data.findZero(PATH) - PATH);
    return Optional.of(new CodeView(id, data.i32(AGE), path, entry.minorVersion() == PORTABLE));
  }
}
