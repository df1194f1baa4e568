// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.nativesymbols.elf;

import dev.tiptoe.metadata.MetadataFormatException;
import java.util.Arrays;
import java.util.List;

/**
 * The functions of an ELF file by their addresses, from one symbol table or several. Immutable and
 * thread-safe.
 *
 * <p>An address is that of the file, before the load bias is added: the one that {@code nm} and
 * {@code readelf} print. Where functions have one address, one of the names is chosen: that of a
 * size, then one that is not local, then with the fewest underscores before it, then a global one.
 *
 * <p>Memory: 20 bytes for a function, and 8 for a piece of code between two of their bounds. The
 * names stay in the files and are read on demand.
 */
public final class ElfSymbols {

  /** No function. */
  public static final int NONE = -1;

  /** More functions than this are not read. */
  static final int MOST = 1 << 23;

  private final long base;

  /** The first offsets of pieces of code, from the base, in order; and the function of each. */
  private final int[] pieces;

  private final int[] functions;

  private final int[] starts;
  private final int[] sizes;

  /** The table of each function, 8 bits, and the place of its name there. */
  private final byte[] tables;

  private final int[] names;
  private final List<SymbolNames> texts;

  ElfSymbols(SymbolCollector from) {
    base = from.base();
    starts = from.starts();
    sizes = from.sizes();
    tables = from.tables();
    names = from.names();
    texts = from.texts();
    pieces = from.pieces();
    functions = from.functions();
  }

  /**
   * Reads the functions of files that describe one program or library: the file itself and its
   * debug information.
   *
   * @throws MetadataFormatException when a symbol table is damaged, or has too many symbols
   */
  public static ElfSymbols of(List<ElfFile> files) {
    SymbolCollector collector = new SymbolCollector(files);
    return new ElfSymbols(collector);
  }

  /** Returns the number of functions with different addresses. */
  public int count() {
    return starts.length;
  }

  /**
   * Returns the function whose code is at an address, or {@link #NONE}. Takes a binary search;
   * where functions overlap, it is the one that begins last.
   */
  public int at(long address) {
    long offset = address - base;
    if (offset < 0 || offset > Integer.MAX_VALUE) {
      return NONE;
    }
    int found = Arrays.binarySearch(pieces, (int) offset);
    int piece = found >= 0 ? found : -found - 2;
    return piece < 0 ? NONE : functions[piece];
  }

  /** Returns the address of a function. */
  public long address(int function) {
    return base + starts[function];
  }

  /** Returns the size of a function in bytes; 0 where its symbol has none. */
  public int size(int function) {
    return sizes[function];
  }

  /**
   * Returns the name of a function, as it is in the file.
   *
   * @throws MetadataFormatException when it cannot be read, or the file was changed since it was
   *     opened
   */
  public String name(int function) {
    return texts.get(tables[function] & 0xff).at(names[function]);
  }

  /** Returns the path of the file that names a function. */
  public String origin(int function) {
    return texts.get(tables[function] & 0xff).origin();
  }
}
