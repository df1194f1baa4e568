// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import java.util.ArrayList;
import java.util.List;

/**
 * The parts of an index of several builds: the index of each build alone, as a whole file. What the
 * builds agree on follows from them, so it can be found again when another build, or the PDB of
 * one, comes later. Stateless.
 */
final class PartSection {

  /** With more builds than these the index of all takes the place of the parts. */
  static final int MOST = 16;

  private PartSection() {}

  /** Reads the section: a count, then the length and the bytes of each part. */
  static List<SymbolIndex> read(IndexBytes bytes, Section section) {
    if (section.length() == 0) {
      return List.of();
    }
    int at = section.offset();
    int end = at + section.length();
    int count = bytes.size(at);
    at += Integer.BYTES;
    if (count > MOST) {
      throw bytes.damaged(section.offset(), count + " parts");
    }
    List<SymbolIndex> parts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int length = end - at < Integer.BYTES ? Integer.MAX_VALUE : bytes.size(at);
      at += Integer.BYTES;
      if (length > end - at) {
        throw bytes.damaged(at, "a part of " + length + " bytes in " + (end - at));
      }
      byte[] part = new byte[length];
      bytes.copy(at, part, 0, length);
      parts.add(SymbolIndex.of(bytes.file(), part));
      at += length;
    }
    return List.copyOf(parts);
  }

  static IndexOutput write(List<SymbolIndex> parts) {
    IndexOutput out = new IndexOutput().i32(parts.size());
    for (SymbolIndex part : parts) {
      byte[] bytes = part.bytes().toArray();
      out.i32(bytes.length).bytes(bytes, 0, bytes.length);
    }
    return out;
  }
}
