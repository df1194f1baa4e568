// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.command.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/** What the tests of {@code ExportCommandTest} share, which stand by kind. */
abstract class ExportCommandFixture {

  @TempDir Path folder = Path.of("");

  Path trace() throws IOException {
    return Files.write(
        folder.resolve("some.tiptoe"), TraceOf.text("crane", TestAssembly.DEMO.path()));
  }

  Outcome export(String format, Path out, String... more) throws IOException {
    String[] arguments =
        Stream.concat(
                Stream.of("export", trace().toString(), "--to", format, "--out", out.toString()),
                Stream.of(more))
            .toArray(String[]::new);
    return TiptoeRun.tiptoe(arguments);
  }
}
