// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.file;

import dev.tiptoe.cli.option.Rva;
import dev.tiptoe.cli.terminal.Allowance;
import dev.tiptoe.cli.terminal.JsonRow;
import dev.tiptoe.cli.terminal.Problems;
import dev.tiptoe.cli.terminal.ResultSection;
import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bundle.Bundle;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.nativesymbols.NativeModule;
import dev.tiptoe.nativesymbols.NativeName;
import dev.tiptoe.nativesymbols.NativeSymbols;
import dev.tiptoe.nativesymbols.elf.ElfFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Prints the functions of one native library or program. Rows have its build ID in place of an
 * MVID, and the address of a function in place of a token. Not thread-safe.
 */
final class NativeFunctions {

  private final String file;
  private final Terminal terminal;
  private final NameRows.Form form;
  private final Allowance allowance;
  private final ResultSection section;
  private final Problems problems;
  private final NativeModule module;
  private final String buildId;

  NativeFunctions(
      ManagedFile file, NameRows.Layout layout, ResultSection section, Problems problems)
      throws IOException {
    this.file = file.shown();
    this.terminal = layout.terminal();
    this.form = layout.form();
    this.allowance = layout.allowance();
    this.section = section;
    this.problems = problems;
    Path path = file.path().toAbsolutePath();
    this.buildId = ElfFile.of(Bytes.open(path)).buildId().orElse("");
    this.module = NativeSymbols.usual().open(path);
  }

  /** Returns whether a file is native, and no single-file program of .NET. */
  static boolean areIn(Path file) throws IOException {
    return Bytes.open(file, bytes -> ElfFile.isAt(bytes) && !isBundle(bytes));
  }

  private static boolean isBundle(Bytes file) {
    try {
      return Bundle.find(file).isPresent();
    } catch (MetadataFormatException e) {
      // It is damaged. The code that opens it as a bundle reports the reason.
      return true;
    }
  }

  private void begin() {
    if (form == NameRows.Form.TEXT) {
      section.line(file);
    }
    if (!module.reason().isEmpty()) {
      section.then(() -> terminal.note(file + ": " + module.reason()));
    }
  }

  /** Prints all functions. */
  void printAll() {
    begin();
    module
        .functions()
        .forEach(
            function -> {
              if (function instanceof NativeName.Known known) {
                print(known, NamesCommand.COLUMNS);
              } else {
                problems.badInput(((NativeName.Unknown) function).reason());
              }
            });
  }

  /** Prints the functions at addresses. */
  void print(List<Rva> addresses) {
    begin();
    for (Rva address : addresses) {
      NativeName name = module.at(Integer.toUnsignedLong(address.value()));
      if (name instanceof NativeName.Known known) {
        print(known, NamesCommand.WITH_RVA, address, hex(known.offset()));
      } else {
        problems.no();
        String why = ((NativeName.Unknown) name).reason();
        if (form == NameRows.Form.TEXT) {
          section.line("  " + address + "  (" + why + ")");
        } else {
          row(NamesCommand.WITH_RVA, file, buildId, "", "", address, "");
        }
      }
    }
  }

  private void print(NativeName.Known function, List<String> columns, Object... place) {
    if (function.name().length() > Allowance.SHORT) {
      section.then(() -> printNow(function, columns, place));
      return;
    }
    String address = hex(function.address());
    if (form == NameRows.Form.TEXT) {
      section.line(line(address, function.name(), place));
    } else {
      row(columns, fields(address, function.name(), place));
    }
  }

  private void printNow(NativeName.Known function, List<String> columns, Object... place) {
    String name = allowance.of(function.name());
    String address = hex(function.address());
    if (form == NameRows.Form.TEXT) {
      terminal.line(line(address, name, place));
    } else if (form == NameRows.Form.TSV) {
      terminal.row(fields(address, name, place));
    } else {
      terminal.json(JsonRow.of(columns, fields(address, name, place)));
    }
  }

  private static String line(String address, String name, Object... place) {
    return place.length == 0
        ? "  " + address + "  " + name
        : "  " + place[0] + "  " + address + "+" + place[1] + "  " + name;
  }

  private Object[] fields(String address, String name, Object... place) {
    return place.length == 0
        ? new Object[] {file, buildId, address, name}
        : new Object[] {file, buildId, address, name, place[0], place[1]};
  }

  private void row(List<String> columns, Object... fields) {
    if (form == NameRows.Form.JSON) {
      section.add(JsonRow.of(columns, fields)).end();
    } else {
      section.row(fields);
    }
  }

  private static String hex(long number) {
    return "0x" + Long.toHexString(number);
  }
}
