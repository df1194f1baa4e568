// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.cli.terminal.ExitCode;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.TestRuntime;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;

/** The output of {@code MetadataDump}, and of {@code tiptoe} beside it. */
abstract class RuntimeCorpusFixture {

  static final String RUNTIME = TestRuntime.directory().toString();

  @TempDir Path folder = Path.of("");

  /** Returns the output of {@code MetadataDump}. */
  Path dump(String... what) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Installation.current().host().toString());
    command.add(RUNTIME);
    command.add(TestAssembly.METADATA_DUMP.path().toString());
    command.addAll(List.of(what));
    Path file = folder.resolve("dump");
    int status =
        new ProcessBuilder(command)
            .redirectOutput(file.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor();
    assertEquals(0, status);
    return file;
  }

  /** Writes the output of {@code tiptoe} to a file and returns its notes; it must succeed. */
  static String run(InputStream in, Path to, String... arguments) throws IOException {
    var notes = new ByteArrayOutputStream();
    try (OutputStream out = Files.newOutputStream(to)) {
      assertEquals(ExitCode.OK, Tiptoe.run(arguments, in, out, notes));
    }
    return notes.toString(StandardCharsets.UTF_8);
  }

  static void assertSameLines(Path expected, Path actual, int count) throws IOException {
    int number = 0;
    try (BufferedReader left = Files.newBufferedReader(expected);
        BufferedReader right = Files.newBufferedReader(actual)) {
      for (String line = left.readLine(); line != null; line = left.readLine()) {
        number++;
        if (!line.equals(right.readLine())) {
          break;
        }
      }
    }
    if (Files.mismatch(expected, actual) >= 0) {
      assertEquals(from(expected, number), from(actual, number), "from line " + number + " on");
    }
    assertEquals(count, number);
  }

  static String from(Path file, int line) throws IOException {
    try (var lines = Files.lines(file)) {
      return lines.skip(Math.max(0, line - 1)).limit(5).collect(Collectors.joining("\n"));
    }
  }
}
