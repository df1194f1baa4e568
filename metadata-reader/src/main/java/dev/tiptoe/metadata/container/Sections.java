// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.container;

import dev.tiptoe.metadata.bytes.Bytes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Maps the RVAs in a file to offsets. Immutable.
 *
 * <p>Sections must ascend and must not overlap. Where they do overlap, in a damaged file, an RVA
 * belongs to the section that begins last before it.
 */
final class Sections {

  /** A part of the file: its first RVA, its size, and its offset, all from 0 to 2^32-1. */
  private record Section(long rva, long size, long offset) {}

  private final Bytes file;
  private final List<Section> ascending;

  private Sections(Bytes file, List<Section> sections) {
    this.file = file;
    sections.removeIf(section -> section.size == 0);
    sections.sort(Comparator.comparingLong(Section::rva));
    this.ascending = List.copyOf(sections);
  }

  /** Returns the sections of a file laid out as in memory: RVAs are offsets. */
  static Sections loaded(Bytes file) {
    List<Section> all = new ArrayList<>();
    all.add(new Section(0, file.length(), 0));
    return new Sections(file, all);
  }

  /**
   * Reads the sections from headers, and adds the headers themselves.
   *
   * @param headers the number of bytes that lie at the beginning, in the file and in memory
   * @param at the offset of the first section's RVA, size in the file and offset
   * @param stride bytes from one section's header to the next
   */
  static Sections read(Bytes file, int headers, int at, int stride, int count) {
    List<Section> all = new ArrayList<>();
    all.add(new Section(0, Integer.toUnsignedLong(headers), 0));
    for (int i = 0; i < count; i++) {
      int header = at + i * stride;
      all.add(new Section(u32(file, header), u32(file, header + 4), u32(file, header + 8)));
    }
    return new Sections(file, all);
  }

  private static long u32(Bytes file, int at) {
    return Integer.toUnsignedLong(file.i32(at));
  }

  /** Returns the bytes from an RVA to the end of its section or of the file. */
  Bytes from(int rva) {
    return find(rva)
        .orElseThrow(
            () -> file.damaged(0, "the file holds nothing at RVA 0x" + Integer.toHexString(rva)));
  }

  /** Returns the same; empty when the file has no bytes there. */
  Optional<Bytes> find(int rva) {
    long address = Integer.toUnsignedLong(rva);
    int index = lastBeginningBy(address);
    if (rva == 0 || index < 0) {
      return Optional.empty();
    }
    Section section = ascending.get(index);
    long within = address - section.rva;
    long left = Math.min(section.size - within, file.length() - section.offset - within);
    return left <= 0
        ? Optional.empty()
        : Optional.of(file.slice((int) (section.offset + within), (int) left));
  }

  private int lastBeginningBy(long address) {
    int low = 0;
    int high = ascending.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (ascending.get(middle).rva <= address) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }
}
