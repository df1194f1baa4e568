// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.nativesymbols.elf;

import dev.tiptoe.metadata.bytes.Bytes;
import java.nio.charset.StandardCharsets;

/**
 * A section of an ELF file, as its header describes it; none of it was checked. Immutable.
 *
 * @param name the name; empty where it cannot be read
 * @param type {@code sh_type}
 * @param flags {@code sh_flags}
 * @param address {@code sh_addr}: where it is in memory, before the load bias is added
 * @param offset where its content is in the file
 * @param size of the content
 * @param link {@code sh_link}: of a symbol table the section with its names
 */
public record ElfSection(
    String name, int type, long flags, long address, long offset, long size, int link) {

  /** A symbol table. */
  static final int SYMBOLS = 2;

  /** Notes. */
  static final int NOTE = 7;

  /** It has no content in the file. */
  static final int NO_BITS = 8;

  /** The symbols that a loader needs. */
  static final int DYNAMIC_SYMBOLS = 11;

  private static final long EXECUTABLE = 4;
  private static final long COMPRESSED = 0x800;

  /** The names of sections. */
  record Names(Bytes texts) {

    static final Names NONE = new Names(Bytes.of("", new byte[0]));

    private static final int LONGEST = 64;

    /** Reads the section that has the names. */
    Names(ElfSection section, Bytes file) {
      this(section.content(file, 1 << 20).inMemory());
    }

    String at(int offset) {
      if (offset < 0 || offset >= texts.length()) {
        return "";
      }
      int length = texts.findZero(offset, LONGEST) - offset;
      return new String(texts.copy(offset, length), StandardCharsets.US_ASCII);
    }
  }

  static ElfSection of(Bytes headers, int at, boolean wide, Names names) {
    String name = names.at(headers.i32(at));
    int type = headers.i32(at + 4);
    return wide
        ? new ElfSection(
            name,
            type,
            headers.i64(at + 0x08),
            headers.i64(at + 0x10),
            headers.i64(at + 0x18),
            headers.i64(at + 0x20),
            headers.i32(at + 0x28))
        : new ElfSection(
            name,
            type,
            unsigned(headers, at + 0x08),
            unsigned(headers, at + 0x0c),
            unsigned(headers, at + 0x10),
            unsigned(headers, at + 0x14),
            headers.i32(at + 0x18));
  }

  private static long unsigned(Bytes headers, int at) {
    return Integer.toUnsignedLong(headers.i32(at));
  }

  /** Returns whether it has code. */
  public boolean isExecutable() {
    return (flags & EXECUTABLE) != 0;
  }

  /**
   * Returns the content, as much of it as is in the file, up to a number of bytes; none where it is
   * compressed or has none.
   */
  public Bytes content(Bytes file, int most) {
    if (type == NO_BITS || (flags & COMPRESSED) != 0 || offset < 0 || offset > file.length()) {
      return file.slice(0, 0);
    }
    long length = size < 0 ? most : Math.min(size, most);
    return file.sliceUpTo((int) offset, (int) length);
  }
}
