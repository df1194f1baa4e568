// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.tiptoe.testdata.TestRuntime;
import dev.tiptoe.testdata.command.Outcome;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class DumpCorpusTest {

  @Test
  void dump_ofCoreLib_hasNoDamageInAnyTable() {
    Path coreLib = TestRuntime.directory().resolve("System.Private.CoreLib.dll");
    String all =
        String.join(
            ",",
            TiptoeRun.tiptoe("dump", coreLib.toString(), "--json")
                .expect(0)
                .out()
                .lines()
                .filter(line -> line.contains("\"number\""))
                .map(line -> line.replaceAll(".*\"(0x..)\".*", "$1"))
                .toList());
    Outcome rows =
        TiptoeRun.tiptoe("dump", coreLib.toString(), "--table", all).expect(0).expectSilence();
    assertFalse(rows.lines().isEmpty());
  }
}
