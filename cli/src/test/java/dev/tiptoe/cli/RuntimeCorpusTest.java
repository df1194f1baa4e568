// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.cli.terminal.ExitCode;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.TestRuntime;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The whole of the .NET runtime, line by line against System.Reflection.Metadata: {@code
 * MetadataDump}, whose source is in {@code testdata/assemblies}, prints the right answers on the
 * real CLR.
 */
@Tag("clr")
class RuntimeCorpusTest {

  private static final String RUNTIME = TestRuntime.directory().toString();

  @TempDir private Path folder = Path.of("");

  @Test
  void names_ofTheRuntime_equalThoseOfSystemReflectionMetadata() throws Exception {
    Path expected = dump("names", RUNTIME);
    Path actual = folder.resolve("actual");
    String notes = run(InputStream.nullInputStream(), actual, "names", RUNTIME, "--tsv");
    assertSameLines(expected, actual, 285_325);
    assertSkipsNativeDlls(notes);
  }

  @Test
  @Tag("witness")
  void namesOfLines_everyRowOfEveryTable_equalThoseOfSystemReflectionMetadata() throws Exception {
    Path expected = dump("names", RUNTIME, "--tables", "all");
    Path asked = folder.resolve("asked");
    Path absolute = folder.resolve("expected");
    ask(expected, asked, absolute);
    Path actual = folder.resolve("actual");
    try (InputStream in = Files.newInputStream(asked)) {
      assertEquals("", run(in, actual, "names", "-"));
    }
    assertSameLines(absolute, actual, 796_436);
  }

  @Test
  void refs_ofTheRuntime_allLeadWhereSystemReflectionMetadataSays() throws Exception {
    Path expected = dump("refs", RUNTIME);
    Path actual = folder.resolve("actual");
    String notes = run(InputStream.nullInputStream(), actual, "refs", RUNTIME, "--tsv");
    assertSameLines(expected, actual, 44_990);
    assertSkipsNativeDlls(notes);
    try (var lines = Files.lines(actual)) {
      assertEquals(
          Set.of("resolved"),
          lines.map(line -> line.split("\t", -1)[3]).collect(Collectors.toSet()));
    }
  }

  /** Returns the output of {@code MetadataDump}. */
  private Path dump(String... what) throws IOException, InterruptedException {
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
  private static String run(InputStream in, Path to, String... arguments) throws IOException {
    var notes = new ByteArrayOutputStream();
    try (OutputStream out = Files.newOutputStream(to)) {
      assertEquals(ExitCode.OK, Tiptoe.run(arguments, in, out, notes));
    }
    return notes.toString(StandardCharsets.UTF_8);
  }

  /** Makes lines to ask of the rows in a dump, and the answers to them: files are named in full. */
  private static void ask(Path dump, Path asked, Path answers) throws IOException {
    try (BufferedReader rows = Files.newBufferedReader(dump);
        BufferedWriter questions = Files.newBufferedWriter(asked);
        BufferedWriter expected = Files.newBufferedWriter(answers)) {
      for (String row = rows.readLine(); row != null; row = rows.readLine()) {
        String[] fields = row.split("\t", 4);
        questions.write(RUNTIME + "/" + fields[0] + "\t" + fields[2] + "\n");
        expected.write(RUNTIME + "/" + row + "\n");
      }
    }
  }

  private static void assertSameLines(Path expected, Path actual, int count) throws IOException {
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

  private static String from(Path file, int line) throws IOException {
    try (var lines = Files.lines(file)) {
      return lines.skip(Math.max(0, line - 1)).limit(5).collect(Collectors.joining("\n"));
    }
  }

  /** There is one note: how many files hold no module. */
  private static void assertSkipsNativeDlls(String notes) {
    int skipped = TestRuntime.nativeDlls().size();
    String note = "tiptoe: skipped " + skipped + " files that hold no module; the first is ";
    assertTrue(notes.startsWith(note), notes);
    assertEquals(1, notes.lines().count(), notes);
  }
}
