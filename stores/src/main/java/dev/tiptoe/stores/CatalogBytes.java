// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.stores;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.Supplier;
import java.util.zip.CRC32C;

/**
 * The bytes of a catalog, mapped or in memory. Each block is compared with its checksum before it
 * is first read. Thread-safe.
 */
final class CatalogBytes {

  private final ByteBuffer bytes;
  private final CatalogFormat format;

  /** A bit for each block that was compared. */
  private final AtomicIntegerArray sound;

  private CatalogBytes(ByteBuffer bytes) {
    this.bytes = bytes.order(ByteOrder.LITTLE_ENDIAN);
    byte[] header = new byte[Math.min(CatalogFormat.HEADER, bytes.limit())];
    bytes.get(0, header);
    this.format = CatalogFormat.read(header, bytes.limit());
    this.sound = new AtomicIntegerArray((format.blocks() + 31) / 32);
    int checksums = (int) format.checksumsAt();
    if (crc(checksums, 4 * format.blocks()) != CatalogFormat.checksumOfChecksums(header)) {
      throw new CatalogException("its checksums are damaged");
    }
  }

  /** Takes over a catalog in memory. */
  static CatalogBytes of(byte[] bytes) {
    return new CatalogBytes(ByteBuffer.wrap(bytes));
  }

  /**
   * Maps a file. The mapping ends when it is no longer referred to.
   *
   * @throws CatalogException when it is not a catalog, or a damaged one
   */
  static CatalogBytes map(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new CatalogException("it is not a regular file");
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      long size = channel.size();
      if (size > Integer.MAX_VALUE) {
        throw new CatalogException("it is larger than 2 GiB");
      }
      return guarded(
          () -> {
            try {
              return new CatalogBytes(channel.map(FileChannel.MapMode.READ_ONLY, 0, size));
            } catch (IOException e) {
              throw new CatalogException("it cannot be mapped: " + e.getMessage());
            }
          });
    }
  }

  /**
   * Returns a result that is read from a mapping.
   *
   * @throws CatalogException when the file was cut off meanwhile
   */
  static <T> T guarded(Supplier<T> reading) {
    try {
      return reading.get();
    } catch (InternalError e) {
      // Java's way to say that a page of a mapped file is gone.
      throw new CatalogException("it was changed while it was open");
    } catch (IndexOutOfBoundsException e) {
      throw new CatalogException("it refers to what is behind its end");
    }
  }

  CatalogFormat format() {
    return format;
  }

  private int crc(int at, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes.slice(at, length));
    return (int) crc.getValue();
  }

  private int checked(long at, int length) {
    if (at < 0 || at > format.checksumsAt() - length) {
      throw new CatalogException("it refers to what is behind its end");
    }
    int first = (int) (at / CatalogFormat.BLOCK);
    int last = (int) ((at + Math.max(length, 1) - 1) / CatalogFormat.BLOCK);
    for (int block = first; block <= last; block++) {
      if ((sound.getOpaque(block >> 5) >>> block & 1) == 0) {
        check(block);
      }
    }
    return (int) at;
  }

  private void check(int block) {
    int start = block * CatalogFormat.BLOCK;
    int length = (int) Math.min(CatalogFormat.BLOCK, format.checksumsAt() - start);
    int expected = bytes.getInt((int) format.checksumsAt() + 4 * block);
    // The header is not a part of the first block: it is written last, and has its own.
    int skipped = block == 0 ? CatalogFormat.HEADER : 0;
    if (crc(start + skipped, length - skipped) != expected) {
      throw new CatalogException("a block of it is damaged");
    }
    int bit = 1 << block;
    sound.getAndUpdate(block >> 5, bits -> bits | bit);
  }

  int i32(long at) {
    return bytes.getInt(checked(at, 4));
  }

  long i64(long at) {
    return bytes.getLong(checked(at, 8));
  }

  /** Returns the text at an offset among the texts. */
  String text(int offset) {
    long at = format.textsAt() + Integer.toUnsignedLong(offset);
    int length = bytes.getShort(checked(at, 2)) & 0xffff;
    byte[] utf8 = new byte[length];
    bytes.get(checked(at + 2, length), utf8);
    return new String(utf8, StandardCharsets.UTF_8);
  }
}
