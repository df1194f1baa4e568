// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.pdb.PortablePdb;
import dev.tiptoe.symbols.MethodSymbol;
import dev.tiptoe.symbols.index.IndexChecksums;
import dev.tiptoe.symbols.index.SymbolIndex;
import dev.tiptoe.symbols.index.SymbolIndexWriter;
import dev.tiptoe.testdata.TestAssembly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.provider.MethodSource;

/** Any bytes as a symbol index, with the checksums that they should have. */
@Tag("quarter-2")
class SymbolIndexFuzzTest {

  private static final int MOST_METHODS = 20;
  private static final int STEP = 0x333;

  static Stream<byte[]> seeds() throws IOException {
    return Stream.of(index(TestAssembly.HELLO), index(TestAssembly.DEMO), new byte[0]);
  }

  private static byte[] index(TestAssembly assembly) throws IOException {
    Path folder = Files.createTempDirectory("fuzz-");
    Image image = Image.open(assembly.path());
    Path file =
        new SymbolIndexWriter(folder, false)
            .write(image, PortablePdb.of(image))
            .orElseThrow()
            .file();
    byte[] bytes = Files.readAllBytes(file);
    Files.delete(file);
    Files.delete(folder.resolve(".lock"));
    Files.delete(folder);
    return bytes;
  }

  @MethodSource("seeds")
  @FuzzTest
  void index_ofAnyBytes_isReadOrRefused(byte[] bytes) {
    byte[] checked = bytes.clone();
    if (checked.length >= 48) {
      IndexChecksums.set(checked);
    }
    try {
      SymbolIndex index = SymbolIndex.of("fuzz.tsym", checked);
      long first = answers(index);
      if (first != answers(index)) {
        throw new IllegalStateException("the second answers differ");
      }
    } catch (MetadataFormatException e) {
      // Refused, as damaged bytes should be.
    }
  }

  /** Returns a sum over the answers. */
  private static long answers(SymbolIndex index) {
    long sum = (long) index.name().length() + index.mvid().hashCode();
    sum += index.isNamed("Hello.dll") ? 1 : 0;
    for (int rid = 1; rid <= Math.min(MOST_METHODS, index.methodCount()); rid++) {
      MethodSymbol method = index.method(Token.of(0x06, rid));
      sum += index.methodsNamed(method.type(), method.name()).sum();
      sum += index.declares(method.type()) ? 1 : 0;
      for (int il = 0; il < 40; il += 7) {
        sum += index.source(method.token(), il).hashCode() + index.place(rid, il);
        sum += index.hasRuntimeLine(method.token(), il) ? 1 : 0;
      }
    }
    for (int rva = 0x1000; rva < 0x8000; rva += STEP) {
      sum += index.nativeCode(rva).hashCode();
    }
    return sum;
  }
}
