// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.TestRuntime;
import dev.tiptoe.testdata.command.Outcome;
import dev.tiptoe.testdata.gallery.Gallery;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerifyCommandTest {

  private static final String RUNTIME = TestRuntime.directory().toString();

  @TempDir private Path folder = Path.of("");

  private static Outcome verify(Object path, String... more) {
    String[] arguments = new String[4 + more.length];
    List<String> first = List.of("verify", "--runtime", RUNTIME, path.toString());
    System.arraycopy(first.toArray(), 0, arguments, 0, first.size());
    System.arraycopy(more, 0, arguments, first.size(), more.length);
    return ProveRun.prove(arguments);
  }

  @Test
  void file_thatIsReadAlike_isCounted() {
    String summary = verify(TestAssembly.HELLO.path()).expect(0).expectSilence().out();
    assertTrue(
        summary.matches(
            "1 files, \\d+ tables, \\d+ rows, \\d+ cells, \\d+ heap entries, [\\d,]+ answers:"
                + " 0 differences\n"),
        summary);
    assertEquals("", verify(TestAssembly.HELLO.path(), "--tsv").expect(0).expectSilence().out());
  }

  @Test
  void differences_areRows_andTheAnswerIsNo() throws IOException {
    Gallery.named("duplicate-tables").writeTo(folder);
    Outcome outcome = verify(folder, "--tsv").expect(1).expectSilence();
    List<String> expected =
        List.of("duplicate-tables.dll", "TypeDef", "1", "TypeName", "0x0000000c", "0x0000000b");
    assertEquals(expected, outcome.rows().get(0));
    assertTrue(
        verify(folder)
            .out()
            .startsWith(
                "duplicate-tables.dll: TypeDef 1 TypeName: ours 0x0000000c, the CLR's 0x0000000b"));
  }

  @Test
  void file_thatTheClrRefuses_isNoted() throws IOException {
    Gallery.named("claimed-rows").writeTo(folder);
    assertEquals(
        "prove: not compared: claimed-rows.dll: the CLR refuses it:"
            + " IMetaDataDispenser::OpenScope: COR_E_BADIMAGEFORMAT (0x8007000b)\n",
        verify(folder).expect(0).err());
  }

  @Test
  void file_thatIsNone_isBadInput_unlessItWasFoundInAFolder() throws IOException {
    Path nativeDll = TestRuntime.nativeDlls().get(0);
    assertTrue(verify(nativeDll).expect(3).err().contains("a native image"));
    Files.copy(nativeDll, folder.resolve("native.dll"));
    assertTrue(verify(folder).expect(0).err().startsWith("prove: skipped "));
  }

  @Test
  void filesThatAreNone_inAFolder_areOneNote() throws IOException {
    for (int i = 0; i < 20; i++) {
      Files.writeString(folder.resolve("Text" + (10 + i) + ".dll"), "no module");
    }
    String err = verify(folder).expect(0).err();
    assertEquals(1, err.lines().count(), err);
    assertTrue(err.startsWith("prove: skipped 20 files that hold no module; the first is "), err);
  }

  /** To Linux a name is bytes; to the CLR a path is text. */
  @Test
  void file_whoseNameIsNoText_isReportedAndTheNextIsCompared() throws Exception {
    Files.copy(TestAssembly.HELLO.path(), folder.resolve("Z.dll"));
    String[] copy = {
      "sh", "-c", "cp \"$1/Z.dll\" \"$1/$(printf 'B\\377.dll')\"", "sh", folder.toString()
    };
    assertEquals(0, new ProcessBuilder(copy).start().waitFor());
    Outcome outcome = verify(folder).expect(3);
    assertTrue(outcome.out().startsWith("1 files, "), outcome.out());
    assertTrue(
        outcome.err().endsWith(": the name is not valid text, so the CLR cannot open it\n"),
        outcome.err());
    try (Stream<Path> all = Files.list(folder)) {
      for (Path file : all.toList()) {
        Files.delete(file);
      }
    }
  }

  /** The CLR opens it, our reader does not: that is a bound, and no difference. */
  @Test
  void file_ofMoreThanTwoGigabytes_isNotCompared() throws IOException {
    Path file = Files.copy(TestAssembly.HELLO.path(), folder.resolve("Large.dll"));
    try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
      sparse.setLength(1L + Integer.MAX_VALUE);
    }
    assertEquals(
        "prove: not compared: Large.dll: larger than 2 GiB, which is not read\n",
        verify(folder).expect(0).err());
    assertEquals(
        "prove: " + file + ": larger than 2 GiB, which is not read\n",
        verify(file).expect(3).err());
  }

  @Test
  void path_ofNoText_isNoFolder() {
    assertEquals("prove: '': no such file\n", verify("").expect(3).err());
  }

  @Test
  void file_thatIsNotThere_isBadInput() {
    assertEquals("prove: /no/such.dll: no such file\n", verify("/no/such.dll").expect(3).err());
  }

  @Test
  void runtime_thatIsNone_isBadInput() {
    Outcome outcome =
        ProveRun.prove("verify", TestAssembly.HELLO.path().toString(), "--runtime", "/no/such");
    assertEquals("prove: /no/such holds no libcoreclr.so\n", outcome.expect(3).err());
  }
}
