// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.pe;

import dev.tiptoe.metadata.bytes.Bytes;

/**
 * A PE file as it lies on disk: where its sections are, and where its COR20 header is.
 *
 * @ecma II.25
 */
public final class PeFile {

  private static final int DOS_MAGIC = 0x5a4d;
  private static final int DOS_PE_OFFSET = 0x3c;
  private static final int PE_MAGIC = 0x00004550;
  private static final int COFF_SIZE = 20;
  private static final int PE32 = 0x10b;
  private static final int PE32_PLUS = 0x20b;
  private static final int SECTION_SIZE = 40;
  private static final int COR20_DIRECTORY = 14;

  private final Bytes file;
  private final int directories;
  private final int directoryCount;
  private final int sections;
  private final int sectionCount;

  private PeFile(Bytes file, int optional, int optionalSize, int sectionCount) {
    this.file = file;
    this.sectionCount = sectionCount;
    this.sections = optional + optionalSize;
    int magic = file.u16(optional);
    if (magic != PE32 && magic != PE32_PLUS) {
      throw file.notManaged(optional, "optional header magic 0x" + Integer.toHexString(magic));
    }
    int countAt = optional + (magic == PE32 ? 92 : 108);
    this.directories = countAt + 4;
    // Fewer than 16 directories are legal, and the optional header may end before the count says.
    int room = Math.max(0, (sections - directories) / 8);
    this.directoryCount =
        Math.min(Integer.compareUnsigned(file.i32(countAt), 16) > 0 ? 16 : file.i32(countAt), room);
  }

  /** Reads the headers of {@code file}. */
  public static PeFile of(Bytes file) {
    if (file.length() < 2 || file.u16(0) != DOS_MAGIC) {
      throw file.notManaged(0, "not a PE file (it does not begin with MZ)");
    }
    if (file.length() < DOS_PE_OFFSET + 4) {
      throw file.notManaged(0, "not a PE file (it ends inside the DOS header)");
    }
    int pe = file.i32(DOS_PE_OFFSET);
    if (pe < 0 || pe > file.length() - 4 - COFF_SIZE || file.i32(pe) != PE_MAGIC) {
      throw file.notManaged(
          DOS_PE_OFFSET, "not a PE file (no PE signature where the DOS header points)");
    }
    int coff = pe + 4;
    return new PeFile(file, coff + COFF_SIZE, file.u16(coff + 16), file.u16(coff + 2));
  }

  /** The COR20 header; a file without one is a native image. */
  public Cor20 cor20() {
    if (directoryCount <= COR20_DIRECTORY || file.i32(directories + 8 * COR20_DIRECTORY) == 0) {
      throw file.notManaged(directories, "a native image (no COR20 header)");
    }
    int entry = directories + 8 * COR20_DIRECTORY;
    int rva = file.size(entry);
    return new Cor20(this, atRva(rva, Cor20.SIZE));
  }

  /** The bytes of a data directory entry: an RVA and a size, at {@code at} in {@code where}. */
  Bytes directory(Bytes where, int at) {
    return atRva(where.size(at), where.size(at + 4));
  }

  private Bytes atRva(int rva, int size) {
    for (int i = 0; i < sectionCount; i++) {
      int section = sections + i * SECTION_SIZE;
      long virtualSize = Integer.toUnsignedLong(file.i32(section + 8));
      long virtualAddress = Integer.toUnsignedLong(file.i32(section + 12));
      int rawSize = file.size(section + 16);
      long within = rva - virtualAddress;
      if (within >= 0 && within < Math.max(virtualSize, rawSize)) {
        long at = within + file.size(section + 20);
        if (at + size > file.length() || within + size > rawSize) {
          throw file.damaged(
              (int) Math.min(at, file.length()),
              size
                  + " bytes at RVA 0x"
                  + Integer.toHexString(rva)
                  + " reach behind the end of their section");
        }
        return file.slice((int) at, size);
      }
    }
    throw file.damaged(sections, "no section holds RVA 0x" + Integer.toHexString(rva));
  }
}
