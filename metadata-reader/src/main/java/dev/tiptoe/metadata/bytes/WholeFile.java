// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.bytes;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.MetadataFormatException.Kind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The ways to all bytes of a file. Stateless. */
final class WholeFile {

  /** A way to the bytes of an open file. */
  private interface Access {
    Bytes to(FileChannel file, int size) throws IOException;
  }

  private WholeFile() {}

  static Bytes map(Path path) throws IOException {
    return open(
        path,
        (file, size) ->
            Bytes.ofMapping(path.toString(), file.map(FileChannel.MapMode.READ_ONLY, 0, size)));
  }

  static Bytes read(Path path) throws IOException {
    return open(
        path,
        (file, size) -> {
          ByteBuffer all = ByteBuffer.allocateDirect(size);
          while (all.hasRemaining() && file.read(all) >= 0) {
            // A file that shrinks meanwhile gives what there is.
          }
          return Bytes.of(path.toString(), all.flip());
        });
  }

  private static Bytes open(Path path, Access access) throws IOException {
    if (Files.exists(path) && !Files.isRegularFile(path)) {
      // To open a FIFO is to wait for a writer that may never come.
      throw notManaged(path, "not a regular file");
    }
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      long size = channel.size();
      if (size == 0) {
        throw notManaged(path, "empty file");
      }
      if (size > Integer.MAX_VALUE) {
        throw notManaged(path, "larger than 2 GiB (" + size + " bytes)");
      }
      return access.to(channel, (int) size);
    }
  }

  private static MetadataFormatException notManaged(Path path, String reason) {
    return new MetadataFormatException(Kind.NOT_MANAGED, path.toString(), 0, reason);
  }
}
