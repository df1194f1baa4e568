// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.MetadataFormatException.Kind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/**
 * The bytes of a symbol index: mapped, little-endian, read at offsets from the file's beginning.
 * Immutable and thread-safe.
 *
 * <p>It alone touches a {@link ByteBuffer}. Reading outside of the file throws {@link
 * MetadataFormatException}. A file that is cut while it is mapped makes the JDK throw {@link
 * InternalError}, possibly some time after the read, so callers convert that where answers leave
 * the package: {@link #cut}.
 */
final class IndexBytes {

  /** Fewer bytes hold no header; more cannot be mapped at once. */
  private static final long LARGEST = Integer.MAX_VALUE;

  private static final int MOST_UNMAPPED = 1 << 20;

  private final String file;
  private final ByteBuffer bytes;

  private IndexBytes(String file, ByteBuffer bytes) {
    this.file = file;
    this.bytes = bytes.order(ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * Maps a file, until it is garbage.
   *
   * @throws MetadataFormatException when it is empty or larger than 2 GiB
   */
  static IndexBytes map(Path path) throws IOException {
    requireRegular(path);
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      long size = channel.size();
      if (size == 0 || size > LARGEST) {
        throw new MetadataFormatException(
            Kind.DAMAGED, path.toString(), 0, "no symbol index has " + size + " bytes");
      }
      return new IndexBytes(path.toString(), channel.map(MapMode.READ_ONLY, 0, size));
    }
  }

  /**
   * Reads the beginning of a file.
   *
   * @param most the largest number of bytes to read
   * @throws MetadataFormatException when it is no regular file
   */
  static IndexBytes head(Path path, int most) throws IOException {
    requireRegular(path);
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      ByteBuffer bytes = ByteBuffer.allocateDirect((int) Math.min(channel.size(), most));
      while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
        // A read may return fewer bytes than there are.
      }
      return new IndexBytes(path.toString(), bytes.flip());
    }
  }

  /** Reads a file; one of more than a mebibyte is mapped. A process can map some 65,000 files. */
  static IndexBytes unmapped(Path path) throws IOException {
    IndexBytes head = head(path, MOST_UNMAPPED + 1);
    return head.length() <= MOST_UNMAPPED ? head : map(path);
  }

  private static void requireRegular(Path path) {
    if (Files.exists(path) && !Files.isRegularFile(path)) {
      // Opening a FIFO would wait for a writer that may never come.
      throw new MetadataFormatException(Kind.DAMAGED, path.toString(), 0, "not a regular file");
    }
  }

  /** Copies bytes out of the heap: a mix of buffers would slow down all reads. */
  static IndexBytes of(String file, byte[] content) {
    return new IndexBytes(file, ByteBuffer.allocateDirect(content.length).put(content).flip());
  }

  String file() {
    return file;
  }

  int length() {
    return bytes.limit();
  }

  int u8(int at) {
    try {
      return bytes.get(at) & 0xff;
    } catch (IndexOutOfBoundsException e) {
      throw outside(at);
    }
  }

  int u16(int at) {
    try {
      return bytes.getShort(at) & 0xffff;
    } catch (IndexOutOfBoundsException e) {
      throw outside(at);
    }
  }

  int i32(int at) {
    try {
      return bytes.getInt(at);
    } catch (IndexOutOfBoundsException e) {
      throw outside(at);
    }
  }

  long i64(int at) {
    try {
      return bytes.getLong(at);
    } catch (IndexOutOfBoundsException e) {
      throw outside(at);
    }
  }

  /** Returns a 32-bit number as an offset or a count. */
  int size(int at) {
    int value = i32(at);
    if (value < 0) {
      throw damaged(at, Integer.toUnsignedString(value) + " is beyond any index");
    }
    return value;
  }

  /**
   * Returns the number in some bits, the lowest first. The seven bytes behind them must be in the
   * file, as its trailing zeros see to.
   *
   * @param at where bit 0 lies
   * @param width at most 32
   */
  int bits(int at, long bit, int width) {
    return (int) (i64(at + (int) (bit >>> 3)) >>> (bit & 7)) & mask(width);
  }

  static int mask(int width) {
    return (int) ((1L << width) - 1);
  }

  void copy(int at, byte[] to, int place, int length) {
    try {
      bytes.get(at, to, place, length);
    } catch (IndexOutOfBoundsException e) {
      throw outside(at);
    }
  }

  /** Returns a copy of all bytes. */
  byte[] toArray() {
    byte[] all = new byte[length()];
    copy(0, all, 0, all.length);
    return all;
  }

  /** Returns the CRC-32C of a part. */
  int crc(int at, int length) {
    if ((at | length) < 0 || at > length() - length) {
      throw outside(at);
    }
    CRC32C crc = new CRC32C();
    crc.update(bytes.duplicate().limit(at + length).position(at));
    return (int) crc.getValue();
  }

  private MetadataFormatException outside(int at) {
    return damaged(at, "a place outside of the " + length() + " bytes of the file");
  }

  /** Returns an exception about the byte at a place. */
  MetadataFormatException damaged(int at, String reason) {
    return new MetadataFormatException(Kind.DAMAGED, file, Math.max(0, at), reason);
  }

  /** Returns the exception for a file that was cut while it was read. */
  MetadataFormatException cut(InternalError e) {
    return damaged(0, "the file was changed while it was open: " + e.getMessage());
  }
}
