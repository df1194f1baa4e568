// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.testdata.TestRuntime;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class SymbolizeCorpusTest {

  @Test
  void tsv_ofABuildIdAndAnAddress_hasTheNativeFunction() {
    Path folder = TestRuntime.directory();
    List<String> function =
        TiptoeRun.tiptoe("names", folder.resolve("libcoreclr.so").toString(), "--tsv")
            .expect(0)
            .rows()
            .stream()
            .filter(row -> row.get(3).equals("coreclr_initialize"))
            .findFirst()
            .orElseThrow();
    String id = function.get(1);
    String in =
        "rva\tbuild_id\n"
            + (function.get(2) + "\t" + id + "\n")
            + ("0x10\t" + id + "\n")
            + ("0x10\t" + "00".repeat(20) + "\n")
            + ("far\t" + id + "\n");
    List<List<String>> rows =
        TiptoeRun.fed(in, "symbolize", "--symbols", folder.resolve("libcoreclr.so").toString())
            .expect(3)
            .rows();
    assertEquals("coreclr_initialize", rows.get(1).get(2));
    assertTrue(rows.get(1).get(11).endsWith("/libcoreclr.so"), rows::toString);
    assertTrue(rows.get(2).get(12).startsWith("no function is known there"), rows::toString);
    assertEquals("no file with its build ID was found", rows.get(3).get(12));
    assertEquals("'far' is not an address in a native library", rows.get(4).get(12));
  }
}
