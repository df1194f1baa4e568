// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.testdata.command.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/** What the tests of {@code HostileFileTest} share, which stand by kind. */
abstract class HostileFileFixture {

  static final Path GOLDEN =
      Path.of(System.getProperty("tiptoe.home"), "trace/src/test/resources/golden.tiptoe");

  static final int TRACE_HEADER = 64;

  @TempDir Path folder = Path.of("");

  /** Every command that reads a file, with a place for its name. */
  static Stream<List<String>> readers() {
    return Stream.of(
        List.of("names", "FILE", "--tsv"),
        List.of("names", "FILE"),
        List.of("stacks", "FILE"),
        List.of("export", "FILE", "--to", "collapsed"),
        List.of("ids", "FILE", "--tsv"),
        List.of("lookup", "FILE", "--module", "M", "--token", "0x02000001"));
  }

  void isReadAsFarAsItGoes(int step) throws IOException {
    byte[] golden = Files.readAllBytes(GOLDEN);
    Path cut = folder.resolve("cut.tiptoe");
    long before = 0;
    for (int length = TRACE_HEADER; length < golden.length; length += step) {
      Files.write(cut, Arrays.copyOf(golden, length));
      Outcome outcome = TiptoeRun.tiptoe("ids", cut.toString(), "--tsv");
      long rows = outcome.rows().size();
      assertEquals(rows == 0 ? 1 : 0, outcome.status(), outcome::toString);
      assertTrue(rows >= before, outcome.toString());
      assertEquals(
          "tiptoe: "
              + cut
              + ": the trace was cut off, or is still being written; what is there is used\n",
          outcome.err());
      before = rows;
    }
    assertEquals(
        TiptoeRun.tiptoe("ids", GOLDEN.toString(), "--tsv").expect(0).rows().size(), before);
  }

  static void refused(List<String> reader, Path file, String reason) {
    Outcome outcome = run(reader, file.toString()).expect(3);
    assertEquals("", outcome.out());
    String line = "tiptoe: \\Q" + file + "\\E: " + reason + "\n";
    assertTrue(outcome.err().matches(line), () -> outcome.err() + " is not " + line);
  }

  static Outcome run(List<String> reader, String file) {
    return TiptoeRun.tiptoe(
        reader.stream().map(each -> each.equals("FILE") ? file : each).toArray(String[]::new));
  }
}
