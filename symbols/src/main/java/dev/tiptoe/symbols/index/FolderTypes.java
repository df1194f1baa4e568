// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The modules of a folder by the types that they declare, and those that these are nested in: eight
 * bytes a type. It has no names, so a module may turn out not to declare the type. Immutable and
 * thread-safe.
 */
final class FolderTypes {

  private static final int MODULE_BITS = 24;
  private static final long MODULE = (1L << MODULE_BITS) - 1;

  /** For each type of each module, part of the hash of its name and the module, ascending. */
  private final long[] types;

  private FolderTypes(long[] types) {
    this.types = types;
  }

  /** Collects types. Mutable, not thread-safe. */
  static final class Builder {

    private long[] types = new long[1 << 10];
    private int count;

    /**
     * Adds the types of a module.
     *
     * @throws IllegalArgumentException if it is one of more than 16 million
     */
    void add(int module, SymbolIndex index) {
      if (module > MODULE) {
        throw new IllegalArgumentException("a folder of more than 16 million indexes");
      }
      index.forEachType((utf8, length) -> addNested(module, utf8, length));
    }

    /** An enclosing type may have no methods, and so no name of its own in the index. */
    private void addNested(int module, byte[] utf8, int length) {
      for (int i = 0; i < length; i++) {
        if (utf8[i] == '\\') {
          i++;
        } else if (utf8[i] == '+') {
          add(hash(utf8, i) | module);
        }
      }
      add(hash(utf8, length) | module);
    }

    private void add(long type) {
      if (count == types.length) {
        types = Arrays.copyOf(types, 2 * count);
      }
      types[count++] = type;
    }

    FolderTypes build() {
      Arrays.sort(types, 0, count);
      int distinct = 0;
      for (int i = 0; i < count; i++) {
        if (distinct == 0 || types[i] != types[distinct - 1]) {
          types[distinct++] = types[i];
        }
      }
      return new FolderTypes(Arrays.copyOf(types, distinct));
    }
  }

  /** Returns a hash whose lower bits are 0. */
  private static long hash(byte[] utf8, int length) {
    long hash = length;
    for (int i = 0; i < length; i++) {
      hash = (hash ^ utf8[i]) * 0x9E3779B97F4A7C15L;
      hash ^= hash >>> 29;
    }
    return hash & ~MODULE;
  }

  /** Returns the modules that may declare a type. */
  IntStream declaring(String type) {
    byte[] utf8 = type.getBytes(StandardCharsets.UTF_8);
    long hash = hash(utf8, utf8.length);
    int found = Arrays.binarySearch(types, hash);
    int first = found < 0 ? -found - 1 : found;
    return IntStream.range(first, types.length)
        .takeWhile(at -> (types[at] & ~MODULE) == hash)
        .map(at -> (int) (types[at] & MODULE));
  }
}
