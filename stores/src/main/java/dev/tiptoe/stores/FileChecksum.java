// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.stores;

import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.image.ImageIdentity;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.CRC32C;

/**
 * Shows whether files of a module are equal, in less time than it takes to distinguish its
 * {@linkplain dev.tiptoe.symbols.build.Build builds}. Immutable.
 *
 * @param mvid the module version ID
 * @param length the bytes of the file
 * @param checksum the CRC-32C of the file
 */
record FileChecksum(UUID mvid, int length, int checksum) {

  private static final int PART = 1 << 16;

  /** Reads a file; empty when it has no module version ID. */
  static Optional<FileChecksum> of(Bytes file) {
    return ImageIdentity.of(file)
        .mvid()
        .map(mvid -> new FileChecksum(mvid, file.length(), checksum(file)));
  }

  private static int checksum(Bytes file) {
    CRC32C checksum = new CRC32C();
    for (int at = 0; at < file.length(); at += PART) {
      checksum.update(file.copy(at, Math.min(PART, file.length() - at)));
    }
    return (int) checksum.getValue();
  }
}
