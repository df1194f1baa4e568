// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.image;

import java.util.ArrayList;
import java.util.List;

/**
 * Builds a PE file of any number of sections, part by part. A part gets its RVA when it is added,
 * so later parts can point to it. Not thread-safe.
 *
 * @ecma II.25
 */
public final class PeBuilder {

  /** The numbers of data directories. */
  public static final int EXPORTS = 0;

  /** The debug directory. */
  public static final int DEBUG = 6;

  /** The directory that leads to the COR20 header. */
  public static final int COR20 = 14;

  private static final int PE_HEADER = 0x80;
  private static final int FILE_ALIGNMENT = 0x200;
  private static final int SECTION_ALIGNMENT = 0x1000;
  private static final int DIRECTORIES = 16;

  /** A section with code, which may be read and executed: the runtime loads no other image. */
  private static final int CODE = 0x60000020;

  private record Section(int rva, int offset, LittleEndian bytes) {}

  private final boolean plus;
  private final int machine;
  private final int[] directories = new int[2 * DIRECTORIES];
  private final List<Section> sections = new ArrayList<>();

  /** A PE32 or PE32+ file for a machine, with one section that is still empty. */
  public PeBuilder(boolean plus, int machine) {
    this.plus = plus;
    this.machine = machine;
    sections.add(new Section(SECTION_ALIGNMENT, 2 * FILE_ALIGNMENT, new LittleEndian()));
  }

  /** A PE32+ file for AMD64. */
  public PeBuilder() {
    this(true, 0x8664);
  }

  /** Begins another section. */
  public PeBuilder section() {
    Section last = last();
    last.bytes.align(FILE_ALIGNMENT);
    int size = last.bytes.size();
    sections.add(new Section(aligned(last.rva + size), last.offset + size, new LittleEndian()));
    return this;
  }

  private static int aligned(int rva) {
    return (rva + SECTION_ALIGNMENT - 1) / SECTION_ALIGNMENT * SECTION_ALIGNMENT;
  }

  private Section last() {
    return sections.get(sections.size() - 1);
  }

  /** The RVA that the next part will have. */
  public int next() {
    return last().rva + last().bytes.align(4).size();
  }

  /** Adds a part; returns its RVA. */
  public int add(byte... part) {
    int rva = next();
    last().bytes.bytes(part);
    return rva;
  }

  /** Where in the file the part at {@code rva} is. */
  public int offsetOf(int rva) {
    for (Section section : sections) {
      if (rva >= section.rva && rva <= section.rva + section.bytes.size()) {
        return rva - section.rva + section.offset;
      }
    }
    throw new IllegalArgumentException("nothing is at RVA " + Integer.toHexString(rva));
  }

  /** Sets the data directory of a number. */
  public PeBuilder directory(int number, int rva, int size) {
    directories[2 * number] = rva;
    directories[2 * number + 1] = size;
    return this;
  }

  /** Adds a module: its metadata, and a COR20 header that is the file's. */
  public PeBuilder module(ImageBuilder module) {
    return directory(COR20, cor20(module, 1, 0, 0), Cor20Header.SIZE);
  }

  /** Adds a ReadyToRun module, whose native header is at an RVA. */
  public PeBuilder module(ImageBuilder module, int nativeHeader, int nativeSize) {
    return directory(COR20, cor20(module, 1 | 4, nativeHeader, nativeSize), Cor20Header.SIZE);
  }

  /** Adds metadata and a COR20 header; returns the header's RVA. */
  public int cor20(ImageBuilder module, int flags, int nativeHeader, int nativeSize) {
    byte[] root = module.root();
    int metadata = add(root);
    return add(new Cor20Header(metadata, root.length, flags, nativeHeader, nativeSize).bytes());
  }

  /** The file as it is stored on a disk. */
  public byte[] build() {
    last().bytes.align(FILE_ALIGNMENT);
    LittleEndian file = new LittleEndian().u2(0x5a4d).zerosTo(0x3c).u4(PE_HEADER);
    file.zerosTo(PE_HEADER).u4(0x00004550).u2(machine).u2(sections.size());
    file.u4(0).u4(0).u4(0).u2((plus ? 112 : 96) + 8 * DIRECTORIES).u2(0x2102);
    optionalHeader(file);
    for (Section section : sections) {
      int size = section.bytes.size();
      file.u8(Long.reverseBytes(0x2e74657874000000L)); // .text
      file.u4(size).u4(section.rva).u4(size).u4(section.offset).u8(0).u4(0).u4(CODE);
    }
    for (Section section : sections) {
      file.zerosTo(section.offset).bytes(section.bytes.toArray());
    }
    return file.toArray();
  }

  /** The size of the image in memory, for which the runtime looks. */
  private int imageSize() {
    int end = last().rva + last().bytes.size();
    return (end + SECTION_ALIGNMENT - 1) / SECTION_ALIGNMENT * SECTION_ALIGNMENT;
  }

  private void optionalHeader(LittleEndian file) {
    int start = file.size();
    file.u2(plus ? 0x20b : 0x10b).zerosTo(start + 32);
    file.u4(SECTION_ALIGNMENT).u4(FILE_ALIGNMENT).zerosTo(start + 56);
    file.u4(imageSize()).u4(2 * FILE_ALIGNMENT);
    file.zerosTo(start + (plus ? 108 : 92)).u4(DIRECTORIES);
    for (int word : directories) {
      file.u4(word);
    }
  }
}
