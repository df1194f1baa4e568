// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.r2r;

import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.container.PeFile;

/**
 * The {@code RUNTIME_FUNCTION} array: the places of code, sorted by address. An entry is a method's
 * body, a funclet, or a cold part.
 *
 * <p>Immutable. Source: "RuntimeFunctions" in readytorun-format.md; the lengths in unwind data are
 * those of the PE format's exception directory.
 */
final class RuntimeFunctions {

  /** The layouts of entries, by machine. */
  private enum Layout {
    /** Begin, end, unwind data. */
    AMD64(12, 0),
    /** Begin, unwind data; its lowest 18 bits count instructions of four bytes. */
    ARM64(8, 4),
    /** As for ARM64. */
    LOONGARCH64(8, 4),
    /** As for ARM64. */
    RISCV64(8, 4),
    /** As for ARM64, in half-words; the lowest bit of begin means Thumb code. */
    ARM(8, 2),
    /** Begin, unwind data that begins with the length. */
    I386(8, 0);

    final int size;
    final int unit;

    Layout(int size, int unit) {
      this.size = size;
      this.unit = unit;
    }

    static Layout of(PeFile file) {
      return switch (file.machine().architecture()) {
        case AMD64 -> AMD64;
        case ARM64 -> ARM64;
        case LOONGARCH64 -> LOONGARCH64;
        case RISCV64 -> RISCV64;
        case ARM -> ARM;
        case I386 -> I386;
        default -> throw file.file().damaged(0, "native code for an unknown processor");
      };
    }
  }

  private static final int LENGTH_BITS = 0x3ffff;

  private final PeFile file;
  private final Layout layout;
  private final Bytes entries;
  private final int count;

  RuntimeFunctions(PeFile file, Bytes entries) {
    this.file = file;
    this.layout = Layout.of(file);
    this.entries = entries;
    this.count = entries.length() / layout.size;
  }

  int count() {
    return count;
  }

  /** RVA of the first byte. */
  int begin(int index) {
    int begin = entries.i32(index * layout.size);
    return layout == Layout.ARM ? begin & ~1 : begin;
  }

  CodeRange range(int index) {
    int begin = begin(index);
    int end =
        layout == Layout.AMD64
            ? entries.i32(index * layout.size + 4)
            : begin + length(entries.size(index * layout.size + 4));
    if (Integer.compareUnsigned(begin, end) > 0) {
      throw entries.damaged(index * layout.size, "code that ends before it begins");
    }
    return new CodeRange(begin, end);
  }

  private int length(int unwind) {
    if (layout.unit != 0) {
      return (file.atRva(unwind, 4).i32(0) & LENGTH_BITS) * layout.unit;
    }
    // Seven bits a byte, the highest first; a set top bit means that more follow.
    Bytes bytes = file.fromRva(unwind);
    int length = 0;
    for (int i = 0; i < 4; i++) {
      length = (length << 7) | (bytes.u8(i) & 0x7f);
      if ((bytes.u8(i) & 0x80) == 0) {
        return length;
      }
    }
    throw bytes.damaged(0, "a length of code that does not end");
  }

  /** Returns the last entry that begins at or before {@code rva}; -1 when all begin behind it. */
  int lastFrom(int rva) {
    int low = 0;
    int high = count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Integer.compareUnsigned(begin(middle), rva) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }
}
