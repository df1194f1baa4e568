// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.image;

import java.util.OptionalInt;

/**
 * The PE file around the metadata: headers, one section, and in it the COR20 header, bodies and
 * data, the metadata and, if wanted, a ReadyToRun header.
 *
 * @param plus whether it is PE32+
 * @param directories number of data directories; the COR20 header is the fifteenth
 * @param managed whether the fifteenth is there at all
 * @param readyToRunFlags flags of the ReadyToRun header; empty for none
 * @ecma II.25
 */
public record PeFormat(
    boolean plus, int directories, boolean managed, OptionalInt readyToRunFlags) {

  /** An ordinary managed PE32 file. */
  public static final PeFormat PE32 = new PeFormat(false, 16, true, OptionalInt.empty());

  /** An ordinary managed PE32+ file. */
  public static final PeFormat PE32_PLUS = new PeFormat(true, 16, true, OptionalInt.empty());

  private static final int PE_HEADER = 0x80;
  private static final int SECTION_RVA = 0x2000;
  private static final int SECTION_OFFSET = 0x200;
  private static final int COR20_SIZE = 72;

  /** Where the data before the metadata is loaded. */
  static final int DATA_RVA = SECTION_RVA + COR20_SIZE;

  private static final int COR20_DIRECTORY = 14;

  /** The same with so many data directories. */
  public PeFormat withDirectories(int count) {
    return new PeFormat(plus, count, managed, readyToRunFlags);
  }

  /** The same without a COR20 header: a native file. */
  public PeFormat nativeOnly() {
    return new PeFormat(plus, directories, false, readyToRunFlags);
  }

  /** The same with a ReadyToRun header. */
  public PeFormat readyToRun(int flags) {
    return new PeFormat(plus, directories, managed, OptionalInt.of(flags));
  }

  /** The file around {@code metadata}, in which {@code tables} is where the tables stream lies. */
  BuiltImage around(byte[] metadata, int tables, SectionData data) {
    byte[] section = section(metadata, data);
    LittleEndian file = new LittleEndian().u2(0x5a4d).zerosTo(0x3c).u4(PE_HEADER);
    file.zerosTo(PE_HEADER).u4(0x00004550);
    file.u2(plus ? 0x8664 : 0x14c).u2(1).u4(0).u4(0).u4(0);
    file.u2((plus ? 112 : 96) + 8 * directories).u2(0x2102);
    optionalHeader(file);
    file.u8(Long.reverseBytes(0x2e74657874000000L)); // .text
    file.u4(section.length).u4(SECTION_RVA).u4(section.length).u4(SECTION_OFFSET);
    file.zerosTo(SECTION_OFFSET).bytes(section);
    int root = SECTION_OFFSET + COR20_SIZE + data.toArray().length;
    return new BuiltImage(file.toArray(), SECTION_OFFSET, root, root + tables);
  }

  private void optionalHeader(LittleEndian file) {
    int start = file.size();
    file.u2(plus ? 0x20b : 0x10b).zerosTo(start + (plus ? 108 : 92)).u4(directories);
    for (int i = 0; i < directories; i++) {
      boolean here = i == COR20_DIRECTORY && managed;
      file.u4(here ? SECTION_RVA : 0).u4(here ? COR20_SIZE : 0);
    }
  }

  private byte[] section(byte[] metadata, SectionData data) {
    int metadataRva = DATA_RVA + data.toArray().length;
    int resources = data.resourcesSize();
    LittleEndian section = new LittleEndian().u4(COR20_SIZE).u2(2).u2(5);
    section.u4(metadataRva).u4(metadata.length).u4(1).u4(0);
    section.u4(resources == 0 ? 0 : DATA_RVA + data.resourcesAt()).u4(resources).zerosTo(64);
    readyToRunFlags.ifPresentOrElse(
        flags -> section.u4(metadataRva + metadata.length).u4(16), () -> section.u8(0));
    section.bytes(data.toArray()).bytes(metadata);
    readyToRunFlags.ifPresent(flags -> section.u4(0x00525452).u2(9).u2(2).u4(flags).u4(0));
    return section.toArray();
  }
}
