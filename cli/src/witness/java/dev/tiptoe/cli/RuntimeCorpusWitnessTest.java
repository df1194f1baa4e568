// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The whole of the .NET runtime, line by line against System.Reflection.Metadata: {@code
 * MetadataDump}, whose source is in {@code testdata/assemblies}, prints the right answers on the
 * real CLR.
 */
@Tag("quarter-1")
class RuntimeCorpusWitnessTest extends RuntimeCorpusFixture {

  @Test
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
}
