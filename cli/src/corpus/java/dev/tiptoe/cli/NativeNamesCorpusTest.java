// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.r2r.EntryPoint;
import dev.tiptoe.metadata.r2r.ReadyToRun;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.TestRuntime;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code tiptoe names --rva}. */
class NativeNamesCorpusTest {

  /** The native addresses of well-known methods in the runtime's own files. */
  @Test
  void rva_ofFrameworkCode_isNamedWithoutARuntime() throws IOException {
    String file = TestRuntime.directory().resolve("System.Private.CoreLib.dll").toString();
    ReadyToRun code = ReadyToRun.of(Image.open(Path.of(file))).orElseThrow();
    EntryPoint method = code.methods().get(code.methods().size() / 3);
    String rva = "0x" + Integer.toHexString(code.code(method).get(0).begin());
    List<String> row =
        TiptoeRun.tiptoe("names", file, "--rva", rva, "--tsv")
            .expect(0)
            .expectSilence()
            .rows()
            .get(0);
    assertEquals(method.method().toString(), row.get(2));
    assertTrue(row.get(3).contains("::"), row.get(3));
    String hello = TestAssembly.HELLO.path().toString();
    TiptoeRun.tiptoe("names", hello, "--rva", rva).expect(1).expectSilence();
  }
}
