// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What can be read as a file of a format: bytes from a beginning to an end. */
final class RegularFile {

  private RegularFile() {}

  /**
   * The path, unless something else than a file is there: opening a FIFO would wait for a writer
   * that may never come.
   */
  static Path at(Path path) throws FileSystemException {
    if (Files.exists(path) && !Files.isRegularFile(path)) {
      throw new FileSystemException(path.toString(), null, "not a regular file");
    }
    return path;
  }
}
