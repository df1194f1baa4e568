// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.bytes;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.MetadataFormatException.Kind;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a file, which is open only while it is read: no descriptor is kept, and the file may
 * be replaced at any time. Reading fails when it is then another file, or has another size or
 * modification time.
 *
 * <p>It is read with a {@link RandomAccessFile}, since the interrupt of a thread would close a
 * channel.
 */
final class StoredFile extends Stored {

  /** The number of bytes in one call; the JDK allocates as much outside the heap meanwhile. */
  private static final int PORTION = 1 << 16;

  /** The identity and state of a file. */
  private record State(@Nullable Object key, long size, FileTime changed) {

    static State of(BasicFileAttributes attributes) {
      return new State(attributes.fileKey(), attributes.size(), attributes.lastModifiedTime());
    }

    /**
     * This is not equals, because what Java generates for a record takes 6 ms of a command's start.
     */
    boolean isThatOf(BasicFileAttributes attributes) {
      return Objects.equals(key, attributes.fileKey())
          && size == attributes.size()
          && changed.equals(attributes.lastModifiedTime());
    }
  }

  private final Path path;
  private final State state;

  /** The open file, during the call that opened it. */
  private volatile @Nullable RandomAccessFile open;

  private StoredFile(Path path, State state, RandomAccessFile open) {
    this.path = path;
    this.state = state;
    this.open = open;
  }

  /**
   * Returns the result of {@code reading} for a file, which is opened once for all of its reads.
   */
  static <T> T open(Path path, Function<Bytes, T> reading) throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
    if (!attributes.isRegularFile()) {
      // Opening a FIFO would wait for a writer that may never come.
      throw notManaged(path, "not a regular file");
    }
    long size = attributes.size();
    if (size == 0) {
      throw notManaged(path, "empty file");
    }
    if (size > Integer.MAX_VALUE) {
      throw notManaged(path, "larger than 2 GiB (" + size + " bytes)");
    }
    try (RandomAccessFile open = randomAccess(path)) {
      StoredFile file = new StoredFile(path, State.of(attributes), open);
      try {
        return file.confirmed(Bytes.of(file), reading);
      } finally {
        file.open = null;
        file.forget();
      }
    }
  }

  private static RandomAccessFile randomAccess(Path path) throws IOException {
    try {
      return new RandomAccessFile(path.toFile(), "r");
    } catch (FileNotFoundException e) {
      // The exception is the same for a file that exists but must not be read, or whose name is not
      // text.
      if (Files.exists(path) && !Files.isReadable(path)) {
        throw new AccessDeniedException(path.toString());
      }
      throw path.equals(path.toFile().toPath())
          ? e
          : new FileSystemException(path.toString(), null, "the name is not valid text");
    }
  }

  private static MetadataFormatException notManaged(Path path, String reason) {
    return new MetadataFormatException(Kind.NOT_MANAGED, path.toString(), 0, reason);
  }

  /** Returns a result that was read from an unchanged file. */
  private <T> T confirmed(Bytes all, Function<Bytes, T> reading) throws IOException {
    T made;
    try {
      made = reading.apply(all);
    } catch (MetadataFormatException e) {
      confirm(all);
      throw e;
    }
    confirm(all);
    return made;
  }

  /** The check comes after the reading: whatever was read before a change is right. */
  private void confirm(Bytes asked) throws IOException {
    if (!state.isThatOf(Files.readAttributes(path, BasicFileAttributes.class))) {
      throw changed(asked);
    }
  }

  private static MetadataFormatException changed(Bytes asked) {
    return asked.damaged(0, "the file was changed while it was open");
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
      RandomAccessFile known = open;
      if (known != null) {
        fill(bytes, known, at, asked);
      } else {
        try (RandomAccessFile again = randomAccess(path)) {
          fill(bytes, again, at, asked);
        }
        confirm(asked);
      }
    } catch (IOException e) {
      throw asked.damaged(0, "the file cannot be read: " + e.getMessage());
    }
    return bytes;
  }

  private static void fill(byte[] bytes, RandomAccessFile file, long at, Bytes asked)
      throws IOException {
    file.seek(at);
    int filled = 0;
    while (filled < bytes.length) {
      int read = file.read(bytes, filled, Math.min(PORTION, bytes.length - filled));
      if (read < 0) {
        throw changed(asked);
      }
      filled += read;
    }
  }
}
