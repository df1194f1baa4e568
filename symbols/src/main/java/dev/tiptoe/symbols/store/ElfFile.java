// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.store;

import dev.tiptoe.metadata.bytes.Bytes;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Reads the build ID of ELF files, 32-bit and 64-bit, little-endian. Stateless.
 *
 * <p>Source: System V ABI, "Program Header", and the note {@code NT_GNU_BUILD_ID}.
 */
final class ElfFile {

  private static final int MAGIC = 0x464c457f;
  private static final int LITTLE_ENDIAN = 1;
  private static final int NOTE = 4;
  private static final int BUILD_ID = 3;
  private static final int MOST_HEADERS = 256;
  private static final int LONGEST_NOTES = 1 << 16;
  private static final int GNU = 0x00554e47;

  private ElfFile() {}

  static boolean isAt(Bytes file) {
    return file.length() >= 64 && file.i32(0) == MAGIC;
  }

  /**
   * Returns the build ID in hex; empty when there is none.
   *
   * @throws dev.tiptoe.metadata.MetadataFormatException when the headers are damaged
   */
  static Optional<String> buildId(Bytes file) {
    if (file.u8(5) != LITTLE_ENDIAN) {
      return Optional.empty();
    }
    boolean wide = file.u8(4) == 2;
    int headers = offset(file, wide ? 0x20 : 0x1c, wide);
    int size = file.u16(wide ? 0x36 : 0x2a);
    int count = Math.min(file.u16(wide ? 0x38 : 0x2c), MOST_HEADERS);
    for (int i = 0; i < count; i++) {
      int header = headers + i * size;
      if (file.i32(header) == NOTE) {
        int at = offset(file, header + (wide ? 8 : 4), wide);
        int length = offset(file, header + (wide ? 0x20 : 0x10), wide);
        Optional<String> id = inNotes(file.sliceUpTo(at, Math.min(length, LONGEST_NOTES)));
        if (id.isPresent()) {
          return id;
        }
      }
    }
    return Optional.empty();
  }

  private static int offset(Bytes file, int at, boolean wide) {
    long offset = wide ? file.i64(at) : Integer.toUnsignedLong(file.i32(at));
    if (offset < 0 || offset > file.length()) {
      throw file.damaged(at, "an ELF offset of 0x" + Long.toHexString(offset));
    }
    return (int) offset;
  }

  private static Optional<String> inNotes(Bytes notes) {
    int at = 0;
    while (at <= notes.length() - 12) {
      int name = notes.size(at);
      int length = notes.size(at + 4);
      int type = notes.i32(at + 8);
      long content = at + 12L + aligned(name);
      if (content + length > notes.length()) {
        return Optional.empty();
      }
      if (type == BUILD_ID && name == 4 && notes.i32(at + 12) == GNU && length > 0) {
        byte[] id = notes.copy((int) content, Math.min(length, 64));
        return Optional.of(HexFormat.of().formatHex(id));
      }
      at = (int) Math.min(Integer.MAX_VALUE, content + aligned(length));
    }
    return Optional.empty();
  }

  private static long aligned(int size) {
    return (size + 3L) & ~3L;
  }
}
