// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.command.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Invalid input gets one line on standard error and exit code 3; nothing hangs. */
class HostileFileTest extends HostileFileFixture {

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
    isReadAsFarAsItGoes(97);
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
}
