// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import dev.tiptoe.testdata.TestAssembly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** What the tests of {@code InputFileTest} share, which stand by kind. */
abstract class InputFileFixture {

  @TempDir Path folder = Path.of("");

  Path trace() throws IOException {
    return Files.write(
        folder.resolve("some.tiptoe"), TraceOf.text("crane", TestAssembly.DEMO.path()));
  }
}
