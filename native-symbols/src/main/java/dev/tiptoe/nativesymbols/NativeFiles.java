// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.nativesymbols;

import dev.tiptoe.metadata.bytes.Bytes;
import java.util.List;

/**
 * Finds ELF files by their build IDs, such as a store of symbols. Thread-safe. What cannot be read
 * counts as absent.
 */
public interface NativeFiles {

  /** No files. */
  NativeFiles NONE = new NativeFiles() {};

  /**
   * Returns the ELF files at hand with a build ID: a library or program, its debug information.
   *
   * @param buildId in hex
   */
  default List<Bytes> elfFiles(String buildId) {
    return List.of();
  }

  /**
   * Returns the ELF files that servers have of a build ID: the debug information, else the file
   * itself. It is called only where {@link #elfFiles} does not have all symbols.
   *
   * @param buildId in hex
   * @param fileName the name of the library or program; may come from outside
   */
  default List<Bytes> requestedElfFiles(String buildId, String fileName) {
    return List.of();
  }
}
