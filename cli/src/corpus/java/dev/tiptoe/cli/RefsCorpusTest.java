// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.testdata.TestRuntime;
import dev.tiptoe.testdata.command.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class RefsCorpusTest extends RefsCommandFixture {

  @Test
  void refs_withANativeDll_passOverIt() throws IOException {
    Path dll = Files.copy(TestRuntime.nativeDlls().get(0), folder.resolve("native.dll"));
    Outcome outcome = TiptoeRun.tiptoe("refs", folder.toString(), "--tsv").expect(1);
    assertEquals(2, outcome.rows().size());
    assertTrue(outcome.err().startsWith("tiptoe: skipped " + dll + ": at offset 0x"));
    assertEquals(1, outcome.err().lines().count());
  }
}
