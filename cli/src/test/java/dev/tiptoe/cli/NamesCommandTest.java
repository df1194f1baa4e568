// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.command.Outcome;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.SignatureBlobs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NamesCommandTest extends NamesCommandFixture {

  private static final String MVID = "dc32322b-68f2-481b-b84c-0b420d7c20ae";

  private static final String MAIN = "Hello::Main(System.String[]):System.Int32";

  @Test
  void names_ofAFile_giveEveryMethodInTheOrderOfItsToken() {
    List<List<String>> rows =
        TiptoeRun.tiptoe("names", HELLO, "--tsv").expect(0).expectSilence().rows();
    assertEquals(METHODS_OF_HELLO, rows.size());
    for (int i = 0; i < rows.size(); i++) {
      assertEquals(
          List.of(HELLO, MVID, String.format("0x%08x", 0x06000001 + i)), rows.get(i).subList(0, 3));
    }
    assertEquals(List.of(HELLO, MVID, "0x06000006", MAIN), rows.get(5));
  }

  @Test
  void names_withoutTsv_putTheFileAboveItsRows() {
    Outcome outcome =
        TiptoeRun.tiptoe("names", HELLO, "--tokens", "0x06000006,0x0600ffff").expect(1);
    assertEquals(
        List.of(HELLO, "  0x06000006  " + MAIN, "  0x0600ffff  (no such row)"), outcome.lines());
  }

  @Test
  void row_thatTheStyleHasNoNameFor_isThereAllTheSame() {
    Outcome outcome =
        TiptoeRun.tiptoe("names", HELLO, "--style", "docid", "--tokens", "0x20000001");
    assertEquals(
        List.of(HELLO, "  0x20000001  (no name in this style)"), outcome.expect(1).lines());
  }

  /** Names of sixty kilobytes in a file of not much more: 64 MiB of work are done for them. */
  @Test
  void names_ofManyMethodsWithOneLongName_areReportedAsFarAsTheyMayBe(@TempDir Path folder)
      throws IOException {
    ImageBuilder builder = ImageBuilder.netmodule("a.netmodule");
    String name = "x".repeat(60_000);
    for (int i = 0; i < 1_200; i++) {
      builder.method(name, SignatureBlobs.method(SignatureBlobs.primitive(SignatureBlobs.VOID)));
    }
    Path file = Files.write(folder.resolve("a.netmodule"), builder.build().bytes());
    Outcome outcome = TiptoeRun.tiptoe("names", file.toString(), "--tsv").expect(3);
    assertEquals(1_200, outcome.rows().size());
    assertTrue(outcome.rows().get(0).get(3).contains(name));
    long refused = outcome.rows().stream().filter(row -> row.get(3).equals("?")).count();
    assertTrue(refused > 10 && refused < 1_000, () -> refused + " refused");
    assertTrue(outcome.err().endsWith(", behind too many long names\n"), outcome::err);
    assertEquals("?", outcome.rows().get(1_199).get(3));
  }

  @Test
  void names_inEachStyle_areWrittenInIt() {
    Map<String, String> expected =
        Map.of(
            "reflection", MAIN,
            "clr", "Hello::Main int32  (class System.String[])",
            "csharp", "Hello.Main(string[])",
            "docid", "M:Hello.Main(System.String[])");
    expected.forEach(
        (style, name) -> {
          String[] command = {"names", HELLO, "--tsv", "--tokens", "0x06000006", "--style", style};
          assertEquals(
              name, TiptoeRun.tiptoe(command).expect(0).expectSilence().rows().get(0).get(3));
        });
    Outcome refused = TiptoeRun.tiptoe("names", HELLO, "--style", "cobol").expect(2);
    assertTrue(refused.err().contains("'cobol' is not a style"), refused::err);
  }

  @Test
  void names_ofATableThatTheStyleHasNoNamesFor_areEmptyAndTheAnswerIsNo() {
    String[] command = {"names", HELLO, "--tsv", "--tokens", "0x23000001", "--style", "docid"};
    assertEquals("", TiptoeRun.tiptoe(command).expect(1).rows().get(0).get(3));
  }

  @Test
  void names_ofTokens_answerInTheirOrderFromAnyTable() {
    Outcome outcome =
        TiptoeRun.tiptoe("names", HELLO, "--tsv", "--tokens", "0x02000001,0x06000006");
    assertEquals(
        HELLO
            + "\t"
            + MVID
            + "\t0x02000001\t<Module>\n"
            + HELLO
            + "\t"
            + MVID
            + "\t0x06000006\t"
            + MAIN
            + "\n",
        outcome.expect(0).expectSilence().out());
  }

  @Test
  void names_ofATokenWithoutARow_areEmptyAndTheAnswerIsNo() {
    for (String token :
        List.of("0x06ffffff", "0x06000000", "0x00000000", "0x70000001", "0x99000001")) {
      Outcome outcome = TiptoeRun.tiptoe("names", HELLO, "--tsv", "--tokens", token).expect(1);
      assertEquals(HELLO + "\t" + MVID + "\t" + token + "\t\n", outcome.expectSilence().out());
    }
  }

  @Test
  void names_ofAFolder_goDownAndAreOrderedByCodeUnit() throws IOException {
    for (String file :
        List.of("b/a.dll", "a.dll", "Z.DLL", "b.dll", "a/z.exe", "a-b.dll", "a.txt")) {
      hello(file);
    }
    Outcome outcome =
        TiptoeRun.tiptoe("names", folder.toString(), "--tsv", "--tokens", "0x06000006");
    assertEquals(
        List.of("Z.DLL", "a-b.dll", "a.dll", "a/z.exe", "b.dll", "b/a.dll"),
        outcome.expect(0).expectSilence().rows().stream().map(row -> row.get(0)).toList());
  }

  @Test
  void names_ofSeveralPaths_keepTheOrderOfTheArguments() throws IOException {
    String file = hello("z.dll").toString();
    hello("under/a.dll");
    Outcome outcome =
        TiptoeRun.tiptoe(
            "names",
            file,
            folder.resolve("under").toString(),
            file,
            "--tsv",
            "--tokens",
            "0x06000006");
    assertEquals(
        List.of(file, "a.dll", file),
        outcome.expect(0).rows().stream().map(row -> row.get(0)).toList());
  }

  @Test
  void names_ofADamagedFileAmongGoodOnes_answerTheRestAndAreBadInput() throws IOException {
    hello("a.dll");
    byte[] whole = Files.readAllBytes(TestAssembly.HELLO.path());
    Path cut = folder.resolve("b.dll");
    Files.write(cut, Arrays.copyOf(whole, whole.length / 2));
    hello("c.dll");
    Outcome outcome =
        TiptoeRun.tiptoe(
                "names",
                folder.toString(),
                "/no/such.dll",
                HELLO,
                "--tsv",
                "--tokens",
                "0x06000006")
            .expect(3);
    assertEquals(
        List.of("a.dll", "c.dll", HELLO), outcome.rows().stream().map(row -> row.get(0)).toList());
    List<String> notes = outcome.err().lines().toList();
    assertEquals(2, notes.size(), outcome.err());
    assertTrue(
        notes.get(0).matches("tiptoe: \\Q" + cut + "\\E: at offset 0x[0-9a-f]+: .+"), notes.get(0));
    assertEquals("tiptoe: /no/such.dll: no such file", notes.get(1));
  }

  @Test
  void names_ofADamagedSignature_haveQuestionMarksANoteAndAreBadInput() throws IOException {
    ImageBuilder builder = ImageBuilder.netmodule("damaged.dll");
    builder.typeDef("A", "B");
    builder.method("good", SignatureBlobs.method(SignatureBlobs.primitive(SignatureBlobs.VOID)));
    builder.method("bad", (byte) 0x00, (byte) 0x01, (byte) 0x01);
    Path file = write(builder.build(), "damaged.dll");
    Outcome outcome = TiptoeRun.tiptoe("names", file.toString(), "--tsv").expect(3);
    assertEquals(
        List.of("A.B::good():System.Void", "A.B::bad(?):?"),
        outcome.rows().stream().map(row -> row.get(3)).toList());
    assertEquals(1, outcome.err().lines().count(), outcome.err());
    assertTrue(
        outcome.err().startsWith("tiptoe: 0x06000002 in " + file + ": at offset 0x"),
        outcome.err());
  }

  @Test
  void names_withControlCharactersInThem_stayOnTheirLineAndInTheirField() throws IOException {
    ImageBuilder builder = ImageBuilder.netmodule("odd.dll");
    builder.typeDef("", "T");
    builder.method(
        "a\tb\nc\\d\u0001", SignatureBlobs.method(SignatureBlobs.primitive(SignatureBlobs.VOID)));
    Path file = write(builder.build(), "odd.dll");
    assertEquals(
        "T::a\\tb\\nc\\\\d\\u0001():System.Void",
        TiptoeRun.tiptoe("names", file.toString(), "--tsv").expect(0).rows().get(0).get(3));
    assertEquals(
        List.of(file.toString(), "  0x06000001  T::a\\tb\\nc\\d\\u0001():System.Void"),
        TiptoeRun.tiptoe("names", file.toString()).expect(0).lines());
  }

  @Test
  void lines_wellFormed_areAnsweredInTheirOrder() {
    String in = HELLO + "\t0x06000006\n" + HELLO + "\t0x02000001\n" + HELLO + "\t0x06000006\n";
    assertEquals(
        List.of(MAIN, "<Module>", MAIN),
        TiptoeRun.fed(in, "names", "-").expect(0).expectSilence().rows().stream()
            .map(row -> row.get(3))
            .toList());
  }

  @Test
  void lines_ofEveryKind_areAllAnswered() {
    String in =
        String.join(
            "\n",
            HELLO + "\t0x06000006",
            "no tab",
            HELLO + "\tzz",
            "",
            "/no/such.dll\t0x06000001",
            HELLO + "\t0x06ffffff",
            "a\u0000b\t0x06000001",
            HELLO + "\t0x6000006");
    Outcome outcome = TiptoeRun.fed(in, "names", "-").expect(3);
    assertEquals(
        List.of(
            HELLO + "\t" + MVID + "\t0x06000006\t" + MAIN,
            "no tab\t\t\t",
            HELLO + "\t\tzz\t",
            "\t\t\t",
            "/no/such.dll\t\t0x06000001\t",
            HELLO + "\t" + MVID + "\t0x06ffffff\t",
            "a\\u0000b\t\t0x06000001\t",
            HELLO + "\t" + MVID + "\t0x06000006\t" + MAIN),
        outcome.lines());
    assertEquals(5, outcome.err().lines().count(), outcome.err());
  }

  @Test
  void lines_withoutARow_areTheAnswerNo() {
    assertEquals(1, TiptoeRun.fed(HELLO + "\t0x06ffffff\n", "names", "-").expectSilence().status());
  }

  @Test
  void lines_ofWindows_areReadLikeAnyOther() {
    assertEquals(
        MAIN,
        TiptoeRun.fed(HELLO + "\t0x06000006\r\n", "names", "-").expect(0).rows().get(0).get(3));
  }
}
