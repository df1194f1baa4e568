// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/** The checksums of an index file, which an attacker computes, too. */
public final class IndexChecksums {

  private IndexChecksums() {}

  /** Sets all checksums right. */
  public static void set(byte[] bytes) {
    ByteBuffer file = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int length = file.getInt(12);
    int count = file.getInt(44);
    for (int i = 0; i < count && 48 + 16 * i + 16 <= bytes.length; i++) {
      int at = file.getInt(48 + 16 * i + 4);
      int size = file.getInt(48 + 16 * i + 8);
      if ((at | size) >= 0 && at <= bytes.length - size) {
        file.putInt(48 + 16 * i + 12, crc(bytes, at, size));
      }
    }
    if (length >= 4 && length <= bytes.length) {
      file.putInt(length - 4, crc(bytes, 0, length - 4));
    }
  }

  private static int crc(byte[] bytes, int at, int size) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, at, size);
    return (int) crc.getValue();
  }
}
