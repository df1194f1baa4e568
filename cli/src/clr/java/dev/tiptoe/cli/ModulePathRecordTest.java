// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tests run on the class path; the command must run on the module path too. */
class ModulePathRecordTest extends ModulePathFixture {

  @TempDir private Path folder = Path.of("");

  @Test
  void record_onTheModulePath_canPassSignalsOn() {
    String out = folder.resolve("a.tiptoe").toString();
    modular("record", "--out", out, "--", "/bin/sh", "-c", RecordCommandTest.SIGNALS_ITS_RECORDER)
        .expect(42);
  }
}
