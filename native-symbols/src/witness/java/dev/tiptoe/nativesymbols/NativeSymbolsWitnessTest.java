// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.nativesymbols;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("quarter-2")
class NativeSymbolsWitnessTest {

  @Test
  void compressedSymbols_thatAreTooLong_areLeftOutWithTheReason(@TempDir Path folder)
      throws IOException {
    byte[] bomb = NativeSymbolsTest.compressed(new byte[(64 << 20) + 1]);
    assertTrue(bomb.length < 1 << 20, "the bomb is small");
    NativeSymbolsTest symbols = new NativeSymbolsTest();
    symbols.folder = folder;
    symbols.leftOut(bomb);
  }
}
