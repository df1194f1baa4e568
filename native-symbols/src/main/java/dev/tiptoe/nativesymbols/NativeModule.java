// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.nativesymbols;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.nativesymbols.demangle.Demangler;
import dev.tiptoe.nativesymbols.elf.ElfFile;
import dev.tiptoe.nativesymbols.elf.ElfSymbols;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The functions of a library or program. Immutable and thread-safe. */
public final class NativeModule {

  private final String name;
  private final Optional<ElfSymbols> symbols;
  private final String reason;

  private NativeModule(String name, Optional<ElfSymbols> symbols, String reason) {
    this.name = name;
    this.symbols = symbols;
    this.reason = reason;
  }

  static NativeModule without(String name, String reason) {
    return new NativeModule(name, Optional.empty(), reason);
  }

  /**
   * Reads the functions of files that describe one library; those that are damaged are left out.
   */
  static NativeModule of(String name, List<ElfFile> files, List<String> problems) {
    boolean whole = files.stream().anyMatch(NativeModule::hasAll);
    List<String> reasons = new ArrayList<>(problems);
    if (!whole) {
      reasons.add("only what it exports is named: its symbol table was stripped");
    }
    try {
      return new NativeModule(name, Optional.of(ElfSymbols.of(files)), String.join("; ", reasons));
    } catch (MetadataFormatException e) {
      reasons.add(0, String.valueOf(e.getMessage()));
      return without(name, String.join("; ", reasons));
    }
  }

  static boolean hasAll(ElfFile file) {
    return file.section(".symtab").filter(table -> table.size() > 0).isPresent();
  }

  /** Returns the name of the library's file. */
  public String name() {
    return name;
  }

  /** Returns why some names or all are not known; empty where all of its symbols were found. */
  public String reason() {
    return reason;
  }

  /** Returns the number of its functions. */
  public int count() {
    return symbols.map(ElfSymbols::count).orElse(0);
  }

  /**
   * Returns the function at an address of the file: the address in the process less the load bias.
   *
   * @param address of a byte of the instruction: a return address must be reduced by one
   */
  public NativeName at(long address) {
    if (symbols.isEmpty()) {
      return new NativeName.Unknown(name, address, reason);
    }
    int function = symbols.get().at(address);
    if (function == ElfSymbols.NONE) {
      String why = "no function is known there";
      return new NativeName.Unknown(name, address, reason.isEmpty() ? why : why + ": " + reason);
    }
    try {
      return known(function, address);
    } catch (MetadataFormatException e) {
      return new NativeName.Unknown(name, address, String.valueOf(e.getMessage()));
    }
  }

  private NativeName known(int function, long address) {
    ElfSymbols all = symbols.orElseThrow();
    String linkageName = all.name(function);
    long start = all.address(function);
    return new NativeName.Known(
        Demangler.demangled(linkageName),
        linkageName,
        start,
        address - start,
        all.origin(function));
  }

  /** Returns all functions, in the order of their addresses; each is read when it is reached. */
  public Stream<NativeName> functions() {
    return IntStream.range(0, count())
        .mapToObj(
            function -> {
              long address = symbols.orElseThrow().address(function);
              try {
                return known(function, address);
              } catch (MetadataFormatException e) {
                return new NativeName.Unknown(name, address, String.valueOf(e.getMessage()));
              }
            });
  }
}
