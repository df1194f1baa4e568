// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.nativesymbols.NativeFiles;
import dev.tiptoe.nativesymbols.NativeModule;
import dev.tiptoe.nativesymbols.NativeName;
import dev.tiptoe.nativesymbols.NativeSymbols;
import dev.tiptoe.nativesymbols.demangle.Demangler;
import dev.tiptoe.testdata.TestRuntime;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Native names beside those that {@code nm} prints, of the runtime's libraries and the system's: of
 * every eighth, as the property {@code corpus.part} says, or of all.
 */
class NativeNamesTest {

  /** Some libraries of the system: those that this JVM and the compiler of the agent need. */
  private static final List<String> SYSTEM =
      List.of("libc.so.6", "libm.so.6", "libstdc++.so.6", "libgcc_s.so.1", "libz.so.1");

  private static final String PART = System.getProperty("corpus.part", "0");
  private static final int PARTS = 8;

  /** A line of {@code nm -S}. */
  private record Symbol(long address, long size, char type, String name) {

    boolean isFunction() {
      return "TtWwi".indexOf(type) >= 0;
    }
  }

  private static List<Path> libraries() throws IOException {
    List<Path> all = new ArrayList<>();
    for (String name : SYSTEM) {
      for (String folder : List.of("/lib/x86_64-linux-gnu", "/usr/lib64", "/usr/lib")) {
        Path file = Path.of(folder, name);
        if (Files.exists(file) && all.stream().noneMatch(path -> path.endsWith(name))) {
          all.add(file.toRealPath());
        }
      }
    }
    try (Stream<Path> files = Files.list(TestRuntime.directory())) {
      files.filter(file -> file.toString().endsWith(".so")).sorted().forEach(all::add);
    }
    return isAll()
        ? all
        : IntStream.range(0, all.size())
            .filter(i -> i % PARTS == Integer.parseInt(PART))
            .mapToObj(all::get)
            .toList();
  }

  private static boolean isAll() {
    return PART.equals("all");
  }

  private static List<String> nm(Path library, String... options) throws IOException {
    List<String> command = new ArrayList<>(List.of("nm", "-p", "--defined-only"));
    command.add("--without-symbol-versions");
    command.addAll(List.of(options));
    command.add(library.toString());
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    try (BufferedReader lines = process.inputReader()) {
      return lines.lines().toList();
    }
  }

  private static List<Symbol> symbols(Path library) throws IOException {
    List<Symbol> all = new ArrayList<>();
    for (List<String> lines : List.of(nm(library, "-S", "-D"), nm(library, "-S"))) {
      for (String line : lines) {
        String[] parts = line.split(" ", -1);
        if (parts.length == 4) {
          all.add(
              new Symbol(
                  Long.parseUnsignedLong(parts[0], 16),
                  Long.parseUnsignedLong(parts[1], 16),
                  parts[2].charAt(0),
                  parts[3]));
        }
      }
    }
    return all;
  }

  @Test
  void functions_ofEveryLibrary_areThoseThatNmPrints() throws IOException {
    NativeSymbols symbols = NativeSymbols.of(NativeFiles.NONE, List.of());
    Random random = new Random(5);
    int compared = 0;
    for (Path library : libraries()) {
      NativeModule module = symbols.open(library);
      TreeMap<Long, List<Symbol>> byAddress = new TreeMap<>();
      for (Symbol symbol : symbols(library)) {
        if (symbol.isFunction() && symbol.size > 0) {
          byAddress.computeIfAbsent(symbol.address, any -> new ArrayList<>()).add(symbol);
        }
      }
      for (List<Symbol> same : byAddress.values()) {
        Symbol one = same.get(random.nextInt(same.size()));
        for (long address : new long[] {one.address, one.address + random.nextLong(one.size)}) {
          NativeName name = module.at(address);
          assertTrue(name instanceof NativeName.Known, () -> library + ": " + name);
          NativeName.Known known = (NativeName.Known) name;
          assertTrue(
              byAddress.getOrDefault(known.address(), List.of()).stream()
                  .anyMatch(each -> each.name.equals(known.linkageName())),
              () -> library + ": " + known);
          // Nothing between the function and the address begins later and has the address.
          assertTrue(
              byAddress.subMap(known.address(), false, address, true).values().stream()
                  .flatMap(List::stream)
                  .noneMatch(each -> address < each.address + each.size),
              () -> library + ": " + known);
        }
        compared++;
      }
    }
    assertTrue(compared > (isAll() ? 5_000 : 0), "compared " + compared);
  }

  @Test
  void namesOfCpp_ofTheStandardLibrary_areWrittenAsNmWritesThem() throws IOException {
    int compared = 0;
    List<String> different = new ArrayList<>();
    for (Path library : libraries()) {
      List<String> mangled = nm(library, "-D");
      List<String> demangled = nm(library, "-D", "-C");
      assertEquals(mangled.size(), demangled.size());
      for (int i = 0; i < mangled.size(); i++) {
        String name = mangled.get(i).substring(19);
        if (name.startsWith("_Z")) {
          String theirs = demangled.get(i).substring(19);
          String ours = Demangler.demangled(name);
          // With an empty pack at the end, nm leaves a space out.
          if (!theirs.replace("> >", ">>").equals(ours.replace("> >", ">>"))) {
            different.add(name + "\n  nm:   " + theirs + "\n  ours: " + ours);
          }
          compared++;
        }
      }
    }
    assertEquals(List.of(), different);
    assertTrue(compared > 3_000 || !isAll(), "compared " + compared);
  }
}
