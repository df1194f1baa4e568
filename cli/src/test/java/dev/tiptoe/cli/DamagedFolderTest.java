// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.command.Outcome;
import dev.tiptoe.testdata.image.Mutant;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Folders of which a part cannot be read: the rest is answered as if it were alone. */
class DamagedFolderTest extends DamagedFolderFixture {

  private static final int DAMAGED = 500;

  private static final int MOST_BYTES = 20;

  private Outcome refs() {
    return TiptoeRun.tiptoe("refs", folder.toString(), "--members", "--tsv");
  }

  private static byte[] hello() throws IOException {
    return Files.readAllBytes(TestAssembly.HELLO.path());
  }

  /** The module with a stream that has no byte. */
  private static byte[] without(String stream) throws IOException {
    byte[] image = hello();
    int name = new String(image, StandardCharsets.ISO_8859_1).indexOf(stream + "\0");
    for (int i = 1; i <= Integer.BYTES; i++) {
      image[name - i] = 0;
    }
    return image;
  }

  @ParameterizedTest
  @ValueSource(strings = {"#GUID", "#Strings", "#Blob"})
  void stream_ofNoByte_silencesNoOtherFile(String stream) throws IOException {
    List<List<String>> named = rows(names());
    List<List<String>> referring = rows(refs());
    assertEquals(2, named.size());
    assertEquals(4, referring.size());
    Path damaged = Files.write(folder.resolve("Damaged.dll"), without(stream));
    Outcome names = names().expect(3);
    assertEquals(named, rows(names));
    assertEquals(1, names.err().lines().count(), names::err);
    assertTrue(names.err().contains(damaged.toString()), names::err);
    assertEquals(referring, rows(refs()));
  }

  /** A stream that a name is never read from does not hurt references. */
  @Test
  void guids_ofNoByte_leaveTheReferencesOfTheirModule() throws IOException {
    Files.write(folder.resolve("Damaged.dll"), without("#GUID"));
    List<List<String>> whole = refs().rows();
    Files.write(folder.resolve("Damaged.dll"), hello());
    assertEquals(refs().rows(), whole);
  }

  @Test
  void files_damagedAnywhere_silenceNoOtherFile() throws IOException {
    List<List<String>> named = rows(names());
    List<List<String>> referring = rows(refs());
    byte[] hello = hello();
    Mutant mutants = new Mutant(hello);
    for (int seed = 0; seed < DAMAGED; seed++) {
      byte[] damaged = seed % 2 == 0 ? mutants.of(seed) : damaged(hello, new Random(seed));
      Files.write(folder.resolve("D" + seed + ".dll"), damaged);
    }
    Outcome names = names().expect(3);
    assertEquals(named, rows(names));
    Outcome refs = refs().expect(3);
    assertEquals(referring, rows(refs));
    long others = names.rows().stream().map(row -> row.get(0)).distinct().count();
    assertTrue(others > DAMAGED / 2, others + " files have names");
  }

  /**
   * Some bytes changed: half of them in the first kilobyte of the metadata, where the headers are.
   */
  private static byte[] damaged(byte[] image, Random random) {
    byte[] damaged = image.clone();
    int metadata = new String(image, StandardCharsets.ISO_8859_1).indexOf("BSJB");
    int changes = 1 + random.nextInt(MOST_BYTES);
    for (int i = 0; i < changes; i++) {
      int at =
          random.nextBoolean() ? metadata + random.nextInt(1 << 10) : random.nextInt(image.length);
      damaged[at] = (byte) (random.nextBoolean() ? 0 : random.nextInt());
    }
    return damaged;
  }

  /** A path beyond what the system opens: so it is for any user, while it is there. */
  @Test
  void subfolder_thatCannotBeRead_isReportedByItsOwnNameAndSilencesNoOther() throws IOException {
    List<List<String>> named = rows(names());
    Path top = Files.createDirectory(folder.resolve("M"));
    Path deep = deep(top, "deep");
    Path moved = deep(Files.createDirectory(folder.resolve("N")), "moved");
    Path upper = folder.resolve("N").resolve(moved.getName(folder.getNameCount() + 1));
    Path target = deep.resolve("here");
    Files.move(upper, target);
    try {
      Outcome names = names().expect(3);
      assertEquals(named, rows(names));
      assertEquals(1, names.err().lines().count(), names::err);
      assertTrue(names.err().startsWith("tiptoe: " + target), names::err);
      assertTrue(names.err().endsWith("File name too long\n"), names::err);
    } finally {
      Files.move(target, upper);
    }
  }

  /** Folders in one another with names of 250 characters: half of what a path may have. */
  private static Path deep(Path top, String name) throws IOException {
    Path deep = top;
    String longName = name + "-".repeat(250 - name.length());
    while (deep.toString().length() < 2_500) {
      deep = deep.resolve(longName);
    }
    return Files.createDirectories(deep);
  }

  @Test
  void filesThatHoldNoModule_areOneNoteWithTheirNumber() throws IOException {
    for (int i = 0; i < 1_000; i++) {
      Files.writeString(folder.resolve("Text" + (1_000 + i) + ".dll"), "no module");
    }
    String expected =
        "tiptoe: skipped 1000 files that hold no module; the first is "
            + folder.resolve("Text1000.dll")
            + ": at offset 0x0: ";
    for (Outcome outcome : List.of(names().expect(0), refs().expect(1))) {
      assertEquals(1, outcome.err().lines().count(), outcome::err);
      assertTrue(outcome.err().startsWith(expected), outcome::err);
    }
  }

  /** To Java no text at all is the current folder; to a script it is a variable without a value. */
  @Test
  void path_ofNoText_isNoFolder() {
    for (String command : List.of("names", "refs", "dump")) {
      Outcome outcome = TiptoeRun.tiptoe(command, "").expect(3);
      assertEquals("tiptoe: '': no such file\n", outcome.err());
      assertEquals("", outcome.out());
    }
    Outcome line = TiptoeRun.fed("\t0x06000001\n", "names", "-").expect(3);
    assertEquals("tiptoe: '': no such file\n", line.err());
  }
}
