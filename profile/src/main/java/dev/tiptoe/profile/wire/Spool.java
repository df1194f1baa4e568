// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.wire;

import dev.tiptoe.profile.ProfileFormatException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Copies streams to temporary files, up to a limit: a stream may have no end, and other programs
 * use the disk, too. Immutable.
 *
 * @param name the name of the stream, for error messages
 * @param compressed whether the stream is what compressed data inflates to
 * @param free returns the bytes that are free in the folder of a file
 */
record Spool(String name, boolean compressed, ToLongFunction<Path> free) {

  /** A message of protocol buffers is smaller. */
  static final long MOST_OF_A_MESSAGE = Integer.MAX_VALUE;

  /** The limit for a file of several messages. */
  static final long MOST = 8L << 30;

  private static final int COPIED_AT_ONCE = 1 << 16;

  Spool(String name, boolean compressed) {
    this(name, compressed, Spool::usable);
  }

  private static long usable(Path file) {
    try {
      return Files.getFileStore(file).getUsableSpace();
    } catch (IOException e) {
      // Then writing fails when there is none.
      return Long.MAX_VALUE;
    }
  }

  /** Returns how many bytes may be kept in a file; half of what is free is for others. */
  static long most(long free) {
    return Math.min(MOST, free / 2);
  }

  /**
   * Copies the rest of a stream to a file, which is deleted when it is closed.
   *
   * @param first what was read of it already; not empty
   * @throws ProfileFormatException when the stream is longer than a profile or its file may be
   */
  FileChannel copy(byte[] first, InputStream in) throws IOException {
    Path path = Files.createTempFile("tiptoe-profile", ".tmp");
    boolean isWhole = false;
    @Nullable FileChannel file = null;
    try {
      file =
          FileChannel.open(
              path,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE,
              StandardOpenOption.DELETE_ON_CLOSE);
      copy(first, in, path, file);
      isWhole = true;
      return file;
    } finally {
      if (!isWhole) {
        if (file != null) {
          file.close();
        }
        Files.deleteIfExists(path);
      }
    }
  }

  private void copy(byte[] first, InputStream in, Path path, FileChannel file) throws IOException {
    long most = most(free.applyAsLong(path));
    write(first, first.length, path, file);
    long size = first.length;
    byte[] more = new byte[COPIED_AT_ONCE];
    for (int length = in.read(more); length >= 0; length = in.read(more)) {
      size += length;
      requireMessage(size, first[0]);
      if (size > most) {
        throw new ProfileFormatException(name, most, tooMuch(most, path));
      }
      write(more, length, path, file);
    }
  }

  /**
   * Only a file of several messages is larger than a message. It begins with the length of the
   * first one, of which the first byte is no tag.
   */
  private void requireMessage(long size, byte first) {
    boolean isOne = first < 0 || first >= 1 << 3;
    if (size > MOST_OF_A_MESSAGE && (isOne || compressed)) {
      String what = compressed ? " uncompressed" : "";
      throw new ProfileFormatException(
          name, MOST_OF_A_MESSAGE, "more than 2 GiB" + what + ", which no message can have");
    }
  }

  private static String tooMuch(long most, Path file) {
    return "more than "
        + (most >> 20)
        + " MiB, the most that is kept in a temporary file ("
        + (most == MOST ? "8 GiB" : "half of what is free")
        + " in "
        + file.getParent()
        + ")";
  }

  private static void write(byte[] bytes, int length, Path path, FileChannel file)
      throws IOException {
    ByteBuffer rest = ByteBuffer.wrap(bytes, 0, length);
    try {
      while (rest.hasRemaining()) {
        file.write(rest);
      }
    } catch (IOException e) {
      throw new FileSystemException(path.toString(), null, e.getMessage());
    }
  }
}
