// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.nativesymbols.elf;

import dev.tiptoe.metadata.bytes.Bytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Collects the functions of symbol tables into arrays, in the order of their addresses. Used once.
 *
 * <p>A crafted table costs at most its own size: functions may overlap in any way, and yet each
 * adds at most two pieces.
 */
final class SymbolCollector {

  private static final int LOCAL = 0;
  private static final int GLOBAL = 1;
  private static final int NO_TYPE = 0;
  private static final int FUNCTION = 2;
  private static final int INDIRECT = 10;

  /** Section indexes from here on have other meanings. */
  private static final int RESERVED = 0xff00;

  private static final int MOST_TABLES = 8;

  /** Where functions begin, from the base. */
  private int[] starts = new int[256];

  /** Where they end; the same as the start where the symbol has no size. */
  private int[] ends = new int[256];

  /** Where their sections end. */
  private int[] limits = new int[256];

  private int[] names = new int[256];

  /** The number of the table, and above it how good the name is: less is better. */
  private int[] ranks = new int[256];

  private int count;

  private final List<SymbolNames> texts = new ArrayList<>();
  private final long base;
  private int[] sizes = {};
  private byte[] tables = {};
  private int[] pieces = new int[256];
  private int[] functions = new int[256];
  private int pieceCount;

  SymbolCollector(List<ElfFile> files) {
    base = lowest(files);
    boolean whole =
        files.stream()
            .flatMap(file -> file.sections().stream())
            .anyMatch(section -> section.type() == ElfSection.SYMBOLS && section.size() > 0);
    for (ElfFile file : files) {
      for (ElfSection section : file.sections()) {
        boolean isTable =
            section.type() == ElfSection.SYMBOLS || section.type() == ElfSection.DYNAMIC_SYMBOLS;
        if (isTable && texts.size() < MOST_TABLES) {
          read(file, section);
        }
      }
    }
    order(whole);
    spread();
  }

  /** The lowest address of code. */
  private static long lowest(List<ElfFile> files) {
    return files.stream()
        .flatMap(file -> file.sections().stream())
        .filter(section -> section.isExecutable() && section.size() > 0)
        .mapToLong(ElfSection::address)
        .min()
        .orElse(0);
  }

  private void read(ElfFile file, ElfSection table) {
    List<ElfSection> sections = file.sections();
    if (table.link() < 0 || table.link() >= sections.size()) {
      throw file.bytes().damaged(0, "a symbol table without names: " + table.name());
    }
    Bytes symbols = table.content(file.bytes(), Integer.MAX_VALUE).inMemory();
    Bytes named = sections.get(table.link()).content(file.bytes(), Integer.MAX_VALUE);
    int number = texts.size();
    texts.add(new SymbolNames(named, file.bytes().file()));
    // While tables are read, many names are compared.
    Bytes near = named.inMemory();
    int size = file.isWide() ? 24 : 16;
    for (int at = size; at <= symbols.length() - size; at += size) {
      int section = symbols.u16(at + (file.isWide() ? 6 : 14));
      if (section > 0 && section < RESERVED && section < sections.size()) {
        int info = symbols.u8(at + (file.isWide() ? 4 : 12));
        long address = file.isWide() ? symbols.i64(at + 8) : unsigned(symbols, at + 4);
        long length = file.isWide() ? symbols.i64(at + 16) : unsigned(symbols, at + 8);
        add(sections.get(section), info, address, length, symbols.i32(at), near, number);
      }
    }
  }

  private static long unsigned(Bytes bytes, int at) {
    return Integer.toUnsignedLong(bytes.i32(at));
  }

  private void add(
      ElfSection section, int info, long address, long length, int name, Bytes near, int table) {
    int type = info & 0xf;
    boolean isLabel = type == NO_TYPE;
    long start = address - base;
    long limit = section.address() - base + section.size();
    if (!section.isExecutable()
        || !(type == FUNCTION || type == INDIRECT || isLabel)
        || start < section.address() - base
        || start >= limit
        || limit > Integer.MAX_VALUE
        || start < 0
        || name <= 0
        || name >= near.length()) {
      return;
    }
    int first = near.u8(name);
    if (first == 0 || (isLabel && (first == '$' || first == '.'))) {
      return;
    }
    if (count == ElfSymbols.MOST) {
      throw near.damaged(0, "more than " + ElfSymbols.MOST + " functions");
    }
    if (count == starts.length) {
      grow();
    }
    long end = length < 0 || length > limit - start ? limit : start + length;
    starts[count] = (int) start;
    ends[count] = (int) end;
    limits[count] = (int) limit;
    names[count] = name;
    ranks[count] = rank(info >>> 4, isLabel, end == start, near, name) << 8 | table;
    count++;
  }

  private static int rank(int binding, boolean isLabel, boolean hasNoSize, Bytes near, int name) {
    int underscores = 0;
    while (underscores < 7
        && name + underscores < near.length()
        && near.u8(name + underscores) == '_') {
      underscores++;
    }
    // A mangled name has one of its own.
    boolean isMangled = underscores == 1 && near.length() > name + 1 && near.u8(name + 1) == 'Z';
    return (hasNoSize ? 64 : 0)
        | (isLabel ? 32 : 0)
        | (binding == LOCAL ? 16 : 0)
        | (isMangled ? 0 : underscores) << 1
        | (binding == GLOBAL ? 0 : 1);
  }

  private void grow() {
    int room = 2 * count;
    starts = Arrays.copyOf(starts, room);
    ends = Arrays.copyOf(ends, room);
    limits = Arrays.copyOf(limits, room);
    names = Arrays.copyOf(names, room);
    ranks = Arrays.copyOf(ranks, room);
  }

  /**
   * Puts the functions into the order of their addresses, one for each, and gives those without a
   * size the code up to the next, if the tables have all functions.
   */
  private void order(boolean whole) {
    long[] keys = new long[count];
    for (int i = 0; i < count; i++) {
      keys[i] = (long) starts[i] << 32 | i;
    }
    Arrays.sort(keys);
    int[] best = new int[count];
    int kept = 0;
    for (long key : keys) {
      int one = (int) key;
      if (kept > 0 && starts[best[kept - 1]] == starts[one]) {
        if (Integer.compare(ranks[one], ranks[best[kept - 1]]) < 0) {
          best[kept - 1] = one;
        }
      } else {
        best[kept++] = one;
      }
    }
    int[] inOrder = Arrays.copyOf(best, kept);
    int[] sortedEnds = new int[kept];
    tables = new byte[kept];
    sizes = new int[kept];
    for (int i = 0; i < kept; i++) {
      int one = inOrder[i];
      int next = i + 1 < kept ? starts[inOrder[i + 1]] : Integer.MAX_VALUE;
      boolean open = ends[one] == starts[one];
      sortedEnds[i] = !open ? ends[one] : whole ? Math.min(next, limits[one]) : starts[one];
      sizes[i] = ends[one] - starts[one];
      tables[i] = (byte) ranks[one];
    }
    starts = picked(starts, inOrder);
    names = picked(names, inOrder);
    ends = sortedEnds;
    count = kept;
  }

  private static int[] picked(int[] all, int[] indexes) {
    int[] some = new int[indexes.length];
    for (int i = 0; i < indexes.length; i++) {
      some[i] = all[indexes[i]];
    }
    return some;
  }

  /** Cuts the code into pieces, each with the function that begins last of those that have it. */
  private void spread() {
    int[] open = new int[count];
    int depth = 0;
    for (int i = 0; i <= count; i++) {
      long start = i < count ? starts[i] : Long.MAX_VALUE;
      // What ends before the next one begins leaves its code to those around it.
      while (depth > 0 && ends[open[depth - 1]] <= start) {
        int end = ends[open[--depth]];
        while (depth > 0 && ends[open[depth - 1]] <= end) {
          depth--;
        }
        piece(end, depth > 0 ? open[depth - 1] : ElfSymbols.NONE);
      }
      if (i < count && ends[i] > starts[i]) {
        piece(starts[i], i);
        open[depth++] = i;
      }
    }
    pieces = Arrays.copyOf(pieces, pieceCount);
    functions = Arrays.copyOf(functions, pieceCount);
  }

  private void piece(int start, int function) {
    if (pieceCount > 0 && pieces[pieceCount - 1] == start) {
      functions[pieceCount - 1] = function;
      return;
    }
    if (pieceCount == pieces.length) {
      pieces = Arrays.copyOf(pieces, 2 * pieceCount);
      functions = Arrays.copyOf(functions, 2 * pieceCount);
    }
    pieces[pieceCount] = start;
    functions[pieceCount++] = function;
  }

  long base() {
    return base;
  }

  int[] starts() {
    return starts;
  }

  int[] sizes() {
    return sizes;
  }

  byte[] tables() {
    return tables;
  }

  int[] names() {
    return names;
  }

  List<SymbolNames> texts() {
    return List.copyOf(texts);
  }

  int[] pieces() {
    return pieces;
  }

  int[] functions() {
    return functions;
  }
}
