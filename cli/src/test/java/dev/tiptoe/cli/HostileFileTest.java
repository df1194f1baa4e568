// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.TestRuntime;
import dev.tiptoe.testdata.command.Outcome;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Invalid input gets one line on standard error and exit code 3; nothing hangs. */
class HostileFileTest {

  private static final Path GOLDEN =
      Path.of(System.getProperty("tiptoe.home"), "trace/src/test/resources/golden.tiptoe");
  private static final int TRACE_HEADER = 64;

  @TempDir private Path folder = Path.of("");

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

  @ParameterizedTest
  @MethodSource("readers")
  void file_empty_isRefusedAtItsBeginning(List<String> reader) throws IOException {
    refused(reader, Files.createFile(folder.resolve("empty")), "at offset 0x0: .+");
  }

  @ParameterizedTest
  @MethodSource("readers")
  void file_ofText_isRefused(List<String> reader) throws IOException {
    Path text = Files.writeString(folder.resolve("text"), "All work and no play.\n".repeat(99));
    refused(reader, text, "at offset 0x0: not a .+");
  }

  @ParameterizedTest
  @MethodSource("readers")
  void file_thatIsMissing_isRefused(List<String> reader) {
    refused(reader, folder.resolve("missing"), "no such file");
  }

  @ParameterizedTest
  @MethodSource("readers")
  void file_thatIsADevice_isRefused(List<String> reader) {
    refused(reader, Path.of("/dev/null"), ".*not a regular file.*");
    refused(reader, Path.of("/dev/zero"), ".*not a regular file.*");
  }

  @ParameterizedTest
  @MethodSource("readers")
  void file_thatIsAFifo_isRefusedWithoutWaiting(List<String> reader) throws Exception {
    Path fifo = folder.resolve("fifo");
    assertEquals(0, new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor());
    refused(reader, fifo, ".*not a regular file.*");
  }

  @Test
  void trace_thatIsAFolder_isRefused() {
    refused(List.of("stacks", "FILE"), folder, "a folder, not a file");
  }

  @Test
  void dll_cutAnywhere_isRefusedOrNamedInOneLineEach() throws IOException {
    byte[] whole = Files.readAllBytes(TestAssembly.HELLO.path());
    Path cut = folder.resolve("cut.dll");
    for (int length = 0; length < whole.length; length += 61) {
      Files.write(cut, Arrays.copyOf(whole, length));
      Outcome outcome = TiptoeRun.tiptoe("names", cut.toString(), "--tsv");
      String what = "cut to " + length + ": " + outcome;
      // The rest of the last section is padding that no name needs.
      assertTrue(outcome.status() == 3 || outcome.status() == 0, what);
      assertEquals(outcome.status() == 3, !outcome.err().isEmpty(), what);
      outcome.err().lines().forEach(line -> assertTrue(line.contains("at offset 0x"), what));
    }
  }

  /**
   * The reader of the results cuts the file as soon as the first come: it has been read by then.
   */
  @Test
  void dll_cutWhileItIsDumped_isDumpedToItsEnd() throws IOException {
    Path whole = TestRuntime.directory().resolve("System.Private.CoreLib.dll");
    Path cut = Files.copy(whole, folder.resolve("cut.dll"));
    OutputStream cutting =
        new OutputStream() {
          @Override
          public void write(int ignored) throws IOException {
            try (FileChannel file = FileChannel.open(cut, StandardOpenOption.WRITE)) {
              file.truncate(4096);
            }
          }

          @Override
          public void write(byte[] ignored, int from, int length) throws IOException {
            write(0);
          }
        };
    var err = new ByteArrayOutputStream();
    String[] dump = {"dump", cut.toString(), "--table", "CustomAttribute"};
    assertEquals(0, Tiptoe.run(dump, InputStream.nullInputStream(), cutting, err));
    assertEquals("", err.toString(StandardCharsets.UTF_8));
    assertEquals(4096, Files.size(cut));
  }

  @Test
  void trace_cutInItsHeader_isRefusedWhereItEnds() throws IOException {
    byte[] golden = Files.readAllBytes(GOLDEN);
    Path cut = folder.resolve("cut.tiptoe");
    for (int length = 0; length < TRACE_HEADER; length++) {
      Files.write(cut, Arrays.copyOf(golden, length));
      refused(
          List.of("ids", "FILE"),
          cut,
          "at offset 0x" + Integer.toHexString(length) + ": shorter than .+");
    }
  }

  @Test
  void trace_cutBehindItsHeader_isReadAsFarAsItGoes() throws IOException {
    byte[] golden = Files.readAllBytes(GOLDEN);
    Path cut = folder.resolve("cut.tiptoe");
    long before = 0;
    for (int length = TRACE_HEADER; length < golden.length; length += 7) {
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

  @Test
  void trace_damagedInTheMiddle_isReadAroundTheDamage() throws IOException {
    byte[] golden = Files.readAllBytes(GOLDEN);
    golden[TRACE_HEADER + 40] ^= 1;
    Path damaged = Files.write(folder.resolve("damaged.tiptoe"), golden);
    Outcome outcome = TiptoeRun.tiptoe("ids", damaged.toString(), "--tsv").expect(0);
    assertEquals(
        TiptoeRun.tiptoe("ids", GOLDEN.toString(), "--tsv").expectSilence().out(), outcome.out());
    assertTrue(outcome.err().contains("bytes are damaged and were skipped"), outcome.err());
    assertTrue(outcome.err().contains(": 1 records are missing"), outcome.err());
  }

  private static void refused(List<String> reader, Path file, String reason) {
    Outcome outcome = run(reader, file.toString()).expect(3);
    assertEquals("", outcome.out());
    String line = "tiptoe: \\Q" + file + "\\E: " + reason + "\n";
    assertTrue(outcome.err().matches(line), () -> outcome.err() + " is not " + line);
  }

  private static Outcome run(List<String> reader, String file) {
    return TiptoeRun.tiptoe(
        reader.stream().map(each -> each.equals("FILE") ? file : each).toArray(String[]::new));
  }
}
