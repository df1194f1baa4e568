// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.nativesymbols.elf;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bytes.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * An ELF file: a program, a library, or the debug information of one; 32-bit or 64-bit,
 * little-endian. Immutable and thread-safe. Its sections are read when they are requested.
 */
public final class ElfFile {

  private static final int MAGIC = 0x464c457f;
  private static final int LITTLE_ENDIAN = 1;
  private static final int SHORTEST = 52;

  private static final int SEGMENT_NOTE = 4;
  private static final int NOTE_BUILD_ID = 3;
  private static final int GNU = 0x00554e47;
  private static final int LONGEST_NOTES = 1 << 16;

  /** The notes that are read of a file, in bytes: any number of sections may be of one range. */
  private static final int MOST_NOTES = 1 << 20;

  private static final int LONGEST_ID = 64;
  private static final int LONGEST_LINK = 1 << 12;
  private static final int MOST_SEGMENTS = 256;
  private static final int MOST_SECTIONS = 1 << 16;
  private static final int MOST_INFLATED = 64 << 20;

  /** {@code e_shnum} and {@code e_shstrndx} that stand for numbers in the first section. */
  private static final int IN_FIRST_SECTION = 0xffff;

  private final Bytes file;
  private final boolean wide;
  private final List<ElfSection> sections;

  /**
   * The name and the checksum of a file with the debug information.
   *
   * @param fileName a file name; from the file, so not to be trusted
   * @param crc the CRC-32 of the whole file
   */
  public record DebugLink(String fileName, int crc) {}

  private ElfFile(Bytes file) {
    this.file = file;
    this.wide = file.u8(4) == 2;
    this.sections = readSections();
  }

  /** Returns whether a file begins as an ELF file. */
  public static boolean isAt(Bytes file) {
    return file.length() >= SHORTEST && file.i32(0) == MAGIC;
  }

  /**
   * Opens a file.
   *
   * @throws MetadataFormatException when it is no little-endian ELF file, or its headers are
   *     damaged
   */
  public static ElfFile of(Bytes file) {
    if (!isAt(file)) {
      throw file.notManaged(0, "not an ELF file");
    }
    if (file.u8(5) != LITTLE_ENDIAN) {
      throw file.notManaged(5, "a big-endian ELF file");
    }
    return new ElfFile(file);
  }

  /** Returns the bytes of the file. */
  public Bytes bytes() {
    return file;
  }

  /** Returns whether it is a 64-bit file. */
  public boolean isWide() {
    return wide;
  }

  /** Returns the sections, in order; none where the file has no table of them. */
  public List<ElfSection> sections() {
    return sections;
  }

  /** Returns the first section of a name. */
  public Optional<ElfSection> section(String name) {
    return sections.stream().filter(section -> section.name().equals(name)).findFirst();
  }

  /**
   * Returns the build ID in hex, in lower case; empty when there is none in the first {@value
   * #MOST_NOTES} bytes of notes.
   *
   * @throws MetadataFormatException when the headers are damaged
   */
  public Optional<String> buildId() {
    // In the debug information of a file, the segments are those of the file itself, and their
    // offsets mean nothing; its notes are sections.
    int left = MOST_NOTES;
    for (ElfSection section : sections) {
      if (section.type() == ElfSection.NOTE) {
        Bytes notes = section.content(file, Math.min(left, LONGEST_NOTES));
        Optional<String> id = inNotes(notes.inMemory());
        if (id.isPresent()) {
          return id;
        }
        left -= notes.length();
      }
    }
    int headers = offset(wide ? 0x20 : 0x1c);
    int size = file.u16(wide ? 0x36 : 0x2a);
    int count = Math.min(file.u16(wide ? 0x38 : 0x2c), MOST_SEGMENTS);
    for (int i = 0; i < count; i++) {
      long header = headers + (long) i * size;
      if (header > file.length()) {
        throw file.damaged(headers, "segments behind the end of the file");
      }
      if (file.i32((int) header) == SEGMENT_NOTE) {
        Bytes notes = segment((int) header, Math.min(left, LONGEST_NOTES));
        Optional<String> id = inNotes(notes.inMemory());
        if (id.isPresent()) {
          return id;
        }
        left -= notes.length();
      }
    }
    return Optional.empty();
  }

  private Bytes segment(int header, int most) {
    int at = offset(header + (wide ? 8 : 4));
    long length = number(header + (wide ? 0x20 : 0x10));
    return file.sliceUpTo(at, (int) Math.min(length < 0 ? most : length, most));
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
      if (type == NOTE_BUILD_ID && name == 4 && notes.i32(at + 12) == GNU && length > 0) {
        byte[] id = notes.copy((int) content, Math.min(length, LONGEST_ID));
        return Optional.of(HexFormat.of().formatHex(id));
      }
      at = (int) Math.min(Integer.MAX_VALUE, content + aligned(length));
    }
    return Optional.empty();
  }

  private static long aligned(int size) {
    return (size + 3L) & ~3L;
  }

  /** Returns the file that has the debug information ({@code .gnu_debuglink}). */
  public Optional<DebugLink> debugLink() {
    Optional<ElfSection> section = section(".gnu_debuglink");
    if (section.isEmpty()) {
      return Optional.empty();
    }
    Bytes content = section.get().content(file, LONGEST_LINK);
    int end = content.findZero(0);
    int crc = (end + 4) & ~3;
    if (end == 0 || crc > content.length() - 4) {
      return Optional.empty();
    }
    return Optional.of(
        new DebugLink(new String(content.copy(0, end), StandardCharsets.UTF_8), content.i32(crc)));
  }

  /**
   * Returns the symbols that are compressed within this file ({@code .gnu_debugdata}), as some
   * distributions have them; empty when there are none.
   *
   * @throws MetadataFormatException when they are damaged, or have more than 64 MiB
   */
  public Optional<ElfFile> compressedSymbols() {
    return section(".gnu_debugdata")
        .map(section -> section.content(file, MOST_INFLATED))
        .filter(content -> content.length() > 0)
        .map(content -> of(Inflated.of(content, MOST_INFLATED)));
  }

  // ---- headers

  private List<ElfSection> readSections() {
    int table = offset(wide ? 0x28 : 0x20);
    int size = file.u16(wide ? 0x3a : 0x2e);
    if (table == 0 || size < (wide ? 64 : 40)) {
      return List.of();
    }
    long count = file.u16(wide ? 0x3c : 0x30);
    long names = file.u16(wide ? 0x3e : 0x32);
    if (count == 0) {
      count = number(table + (wide ? 0x20 : 0x14));
    }
    if (names == IN_FIRST_SECTION) {
      names = Integer.toUnsignedLong(file.i32(table + (wide ? 0x28 : 0x18)));
    }
    if (count < 0 || count > MOST_SECTIONS || table + count * size > file.length()) {
      throw file.damaged(table, Long.toUnsignedString(count) + " sections");
    }
    Bytes headers = file.slice(table, (int) count * size).inMemory();
    ElfSection.Names texts =
        names < count
            ? new ElfSection.Names(
                ElfSection.of(headers, (int) names * size, wide, ElfSection.Names.NONE), file)
            : ElfSection.Names.NONE;
    List<ElfSection> all = new ArrayList<>((int) count);
    for (int i = 0; i < count; i++) {
      all.add(ElfSection.of(headers, i * size, wide, texts));
    }
    return List.copyOf(all);
  }

  /** Reads an offset in the file. */
  private int offset(int at) {
    long offset = number(at);
    if (offset < 0 || offset > file.length()) {
      throw file.damaged(at, "an ELF offset of 0x" + Long.toHexString(offset));
    }
    return (int) offset;
  }

  private long number(int at) {
    return wide ? file.i64(at) : Integer.toUnsignedLong(file.i32(at));
  }
}
