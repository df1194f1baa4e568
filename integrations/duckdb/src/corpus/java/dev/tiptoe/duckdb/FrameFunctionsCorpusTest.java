// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.duckdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.pdb.PortablePdb;
import dev.tiptoe.symbols.ImageSymbols;
import dev.tiptoe.symbols.NativePlace;
import dev.tiptoe.symbols.index.SharedIndexFolder;
import dev.tiptoe.symbols.index.SymbolIndexWriter;
import dev.tiptoe.testdata.TestRuntime;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Code of the real runtime, in SQL. */
class FrameFunctionsCorpusTest {

  @TempDir private Path folder;

  @Test
  void code_atAnRva_isTheMethodOfTheModule() throws IOException, SQLException {
    Path precompiled = TestRuntime.directory().resolve("System.Linq.dll");
    Image image = Image.open(precompiled);
    assertTrue(new SymbolIndexWriter(folder, true).write(image, PortablePdb.of(image)).isPresent());
    ImageSymbols symbols = ImageSymbols.of(image, PortablePdb.of(image));
    List<String> expected = new ArrayList<>();
    int known = 0;
    for (int rva = 0x1000; rva < 0x40000; rva += 97) {
      if (symbols.nativeCode(rva) instanceof NativePlace.Known code) {
        known++;
        String il = code.ilOffset().isPresent() ? "" + code.ilOffset().getAsInt() : "null";
        expected.add(rva + "|" + code.methodDef().value() + "|" + il);
      } else {
        expected.add(rva + "|null|null");
      }
    }
    assertTrue(known > 50, known + " RVAs");
    try (Sql sql = new Sql()) {
      FrameFunctions.register(sql.connection(), new SharedIndexFolder(folder));
      assertEquals(
          expected,
          sql.rows(
              """
              SELECT rva, tiptoe_method_at('%s', rva), tiptoe_il_at('%s', rva)
              FROM range(4096, 262144, 97) AS rvas(rva) ORDER BY rva
              """
                  .formatted(image.mvid().orElseThrow(), image.mvid().orElseThrow())));
    }
  }
}
