// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.nativesymbols.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.nativesymbols.elf.ElfFile;
import dev.tiptoe.nativesymbols.elf.ElfSymbols;
import dev.tiptoe.testdata.image.ElfBuilder;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.provider.MethodSource;

/** Any bytes as an ELF file, with its symbols. */
@Tag("quarter-4")
class ElfFuzzTest {

  static Stream<byte[]> seeds() {
    ElfBuilder whole =
        new ElfBuilder()
            .buildId("0102030405060708")
            .debugLink("a.debug", 1)
            .function("a", 0x1000, 8)
            .function("b", 0x1004, 0)
            .export("c", 0x1200, 8);
    return Stream.of(
        whole.build(), new ElfBuilder().debugOnly().function("d", 0x1000, 8).build(), new byte[0]);
  }

  @MethodSource("seeds")
  @FuzzTest
  void elf_ofAnyBytes_isReadOrRefused(byte[] bytes) {
    try {
      ElfFile file = ElfFile.of(Bytes.of("fuzz.so", bytes));
      file.buildId();
      file.debugLink();
      file.compressedSymbols();
      ElfSymbols symbols = ElfSymbols.of(List.of(file));
      for (int i = 0; i < Math.min(100, symbols.count()); i++) {
        long address = symbols.address(i);
        symbols.name(i);
        if (symbols.size(i) > 0 && symbols.at(address) != i) {
          throw new IllegalStateException("function " + i + " is not at its own address");
        }
      }
    } catch (MetadataFormatException e) {
      // Refused, as damaged bytes should be.
    }
  }
}
