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
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a file, which is open only while it is read: it can be replaced at any time, and no
 * descriptor is kept. A file that is another one by then, or has another size or time of change, is
 * not read on.
 */
final class StoredFile extends Stored {

  /** Bytes that are read by one call; the JDK takes as much outside the heap, for each thread. */
  private static final int PORTION = 1 << 16;

  /** What tells one state of a file from another. */
  private record State(@Nullable Object key, long size, FileTime changed) {

    static State of(BasicFileAttributes attributes) {
      return new State(attributes.fileKey(), attributes.size(), attributes.lastModifiedTime());
    }
  }

  private final Path path;
  private final State state;

  private StoredFile(Path path, State state) {
    this.path = path;
    this.state = state;
  }

  static StoredFile open(Path path) throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
    if (!attributes.isRegularFile()) {
      // To open a FIFO is to wait for a writer that may never come.
      throw notManaged(path, "not a regular file");
    }
    long size = attributes.size();
    if (size == 0) {
      throw notManaged(path, "empty file");
    }
    if (size > Integer.MAX_VALUE) {
      throw notManaged(path, "larger than 2 GiB (" + size + " bytes)");
    }
    return new StoredFile(path, State.of(attributes));
  }

  private static MetadataFormatException notManaged(Path path, String reason) {
    return new MetadataFormatException(Kind.NOT_MANAGED, path.toString(), 0, reason);
  }

  @Override
  String name() {
    return path.toString();
  }

  @Override
  int size() {
    return (int) state.size();
  }

  @Override
  byte[] read(Bytes asked, int at, int length) {
    byte[] bytes = new byte[length];
    try {
      boolean whole;
      try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
        whole = fill(bytes, file, at);
      }
      // Looked at behind the reading: what was read before a change is right.
      if (whole && State.of(Files.readAttributes(path, BasicFileAttributes.class)).equals(state)) {
        return bytes;
      }
    } catch (IOException e) {
      throw asked.damaged(0, "the file cannot be read any more: " + e);
    }
    throw asked.damaged(0, "the file was changed since it was opened");
  }

  private static boolean fill(byte[] bytes, FileChannel file, long at) throws IOException {
    int filled = 0;
    while (filled < bytes.length) {
      int portion = Math.min(PORTION, bytes.length - filled);
      int read = file.read(ByteBuffer.wrap(bytes, filled, portion), at + filled);
      if (read < 0) {
        return false;
      }
      filled += read;
    }
    return true;
  }
}
