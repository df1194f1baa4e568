// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tiptoe.metadata.MetadataFormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A mapped index file that is cut while it is open. */
class CutIndexTest {

  /** The page that is no longer there is a signal to the JVM, and an exception to the caller. */
  @Test
  void file_thatIsCutWhileItIsOpen_isReported(@TempDir Path folder) throws IOException {
    Path file = Files.write(folder.resolve("a.tsym"), DamagedIndexTest.GOOD);
    SymbolIndex index = SymbolIndex.open(file);
    Files.write(file, new byte[0]);
    assertThrows(
        MetadataFormatException.class,
        () -> {
          for (int i = 0; i < 100; i++) {
            DamagedIndexTest.answers(index);
          }
        });
  }
}
