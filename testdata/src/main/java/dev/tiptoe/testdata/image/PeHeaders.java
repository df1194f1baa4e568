// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.image;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Reads the headers of a sound PE file, to make another container from it.
 *
 * @ecma II.25.2
 */
final class PeHeaders {

  /** A section: where it is in memory and in the file, and how much of it is in the file. */
  record Section(int virtualSize, int rva, int rawSize, int offset) {

    int end() {
      return rva + Math.max(virtualSize, rawSize);
    }
  }

  private final ByteBuffer file;
  private final int coff;

  PeHeaders(byte[] file) {
    this.file = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    coff = this.file.getInt(0x3c) + 4;
  }

  private int optional() {
    return coff + 20;
  }

  int sizeOfHeaders() {
    return file.getInt(optional() + 60);
  }

  /** RVA and size of the data directory of a number. */
  int[] directory(int number) {
    boolean plus = file.getShort(optional()) == 0x20b;
    int at = optional() + (plus ? 112 : 96) + 8 * number;
    return new int[] {file.getInt(at), file.getInt(at + 4)};
  }

  List<Section> sections() {
    int first = optional() + file.getShort(coff + 16);
    return IntStream.range(0, file.getShort(coff + 2))
        .mapToObj(i -> section(first + 40 * i))
        .toList();
  }

  private Section section(int at) {
    return new Section(
        file.getInt(at + 8), file.getInt(at + 12), file.getInt(at + 16), file.getInt(at + 20));
  }

  int sizeInMemory() {
    return sections().stream().mapToInt(Section::end).max().orElse(0);
  }

  /** Where in the file an RVA is. */
  int offsetOf(int rva) {
    for (Section section : sections()) {
      if (rva >= section.rva && rva < section.rva + section.rawSize) {
        return rva - section.rva + section.offset;
      }
    }
    throw new IllegalArgumentException("no section holds " + Integer.toHexString(rva));
  }
}
