// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.stores;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * The format of a catalog, version 1, little-endian. Stateless.
 *
 * <pre>
 *   header      72 bytes, see below
 *   files       40 bytes each, by the key of the path
 *                 key i64, size i64, modified i64 (ns since 1970), folder u32, name u32,
 *                 first content u32, number of contents u32
 *   contents    16 bytes each, those of a file together
 *                 file u32, member u32, kind u32, name of the module u32
 *   keys        8 bytes each, ascending
 *   owners      4 bytes each: the content of the key at the same place
 *   texts       u16 length and UTF-8; others refer to them by their offset; 0 is the empty text
 *   checksums   4 bytes each: CRC-32C of each block of 16 KiB before them
 * </pre>
 *
 * <p>The header:
 *
 * <pre>
 *    0  magic "TIPTOECT"
 *    8  version u32
 *   12  number of files u32
 *   16  number of contents u32
 *   20  number of keys u32
 *   24  length of the texts i64
 *   32  length of the file i64
 *   40  reserved, 0, 24 bytes
 *   64  CRC-32C of the checksums u32
 *   68  CRC-32C of the header up to here u32
 * </pre>
 *
 * @param files the number of files
 * @param contents the number of contents
 * @param keys the number of keys
 * @param texts the length of the texts
 */
record CatalogFormat(int files, int contents, int keys, long texts) {

  static final long MAGIC = 0x5443454f54504954L;
  static final int VERSION = 1;
  static final int HEADER = 72;
  static final int FILE = 40;
  static final int CONTENT = 16;
  static final int KEY = 8;
  static final int OWNER = 4;
  static final int BLOCK = 1 << 14;

  private static final int CHECKSUM_OF_CHECKSUMS = 64;
  private static final int CHECKSUM = 68;

  long contentsAt() {
    return HEADER + (long) FILE * files;
  }

  long keysAt() {
    return contentsAt() + (long) CONTENT * contents;
  }

  long ownersAt() {
    return keysAt() + (long) KEY * keys;
  }

  long textsAt() {
    return ownersAt() + (long) OWNER * keys;
  }

  /** Returns the length of everything that is in blocks. */
  long checksumsAt() {
    return textsAt() + texts;
  }

  int blocks() {
    return (int) ((checksumsAt() + BLOCK - 1) / BLOCK);
  }

  long length() {
    return checksumsAt() + 4L * blocks();
  }

  /** Returns the header. */
  byte[] header(int checksumOfChecksums) {
    ByteBuffer header = ByteBuffer.allocate(HEADER).order(ByteOrder.LITTLE_ENDIAN);
    header.putLong(MAGIC).putInt(VERSION).putInt(files).putInt(contents).putInt(keys);
    header.putLong(texts).putLong(length());
    header.putInt(CHECKSUM_OF_CHECKSUMS, checksumOfChecksums);
    header.putInt(CHECKSUM, checksum(header.array()));
    return header.array();
  }

  /**
   * Reads a header.
   *
   * @throws CatalogException when it is not the header of a catalog of {@code length} bytes
   */
  static CatalogFormat read(byte[] header, long length) {
    ByteBuffer from = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN);
    if (header.length < HEADER || from.getLong(0) != MAGIC) {
      throw new CatalogException("it is not a catalog");
    }
    if (from.getInt(8) != VERSION) {
      throw new CatalogException("it has version " + from.getInt(8) + ", which is not known");
    }
    if (from.getInt(CHECKSUM) != checksum(header)) {
      throw new CatalogException("its header is damaged");
    }
    CatalogFormat format =
        new CatalogFormat(from.getInt(12), from.getInt(16), from.getInt(20), from.getLong(24));
    boolean possible =
        format.files >= 0
            && format.contents >= 0
            && format.keys >= 0
            && format.texts >= 2
            && format.texts < length
            && format.checksumsAt() < length;
    if (!possible || from.getLong(32) != format.length() || length != format.length()) {
      throw new CatalogException("it was cut off or added to");
    }
    return format;
  }

  static int checksumOfChecksums(byte[] header) {
    return ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN).getInt(CHECKSUM_OF_CHECKSUMS);
  }

  private static int checksum(byte[] header) {
    CRC32C crc = new CRC32C();
    crc.update(header, 0, CHECKSUM);
    return (int) crc.getValue();
  }
}
