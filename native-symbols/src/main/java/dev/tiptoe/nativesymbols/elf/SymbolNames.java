// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.nativesymbols.elf;

import dev.tiptoe.metadata.bytes.Bytes;
import java.nio.charset.StandardCharsets;

/**
 * The names of a symbol table. Immutable.
 *
 * @param texts names that end with a zero byte, read on demand
 * @param origin the path of the file
 */
record SymbolNames(Bytes texts, String origin) {

  /** Longer names are cut. */
  private static final int LONGEST = 1 << 16;

  String at(int offset) {
    int length = texts.findZero(offset, LONGEST) - offset;
    return new String(texts.copy(offset, length), StandardCharsets.UTF_8);
  }
}
