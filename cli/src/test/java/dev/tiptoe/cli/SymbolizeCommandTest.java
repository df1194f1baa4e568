// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.command.Outcome;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SymbolizeCommandTest {

  static final String TRACES = TestAssembly.TRACES.path().toString();

  private static final String FRAME =
      "   at Tiptoe.Traces.Machines.AtOnce() in Traces.exe:token 0x6000026+0x24";

  private static final String RESOLVED =
      "   at Tiptoe.Traces.Machines.AtOnce() in /Traces/Constructs.cs:line 188";

  /** What is added to a row for the lambda in Closures.Lambda. */
  private static final String LAMBDA =
      "Closures.<>c__DisplayClass0_0.<Lambda>b__0()\tClosures.Lambda(int) → lambda"
          + "\tTiptoe.Traces.Closures+<>c__DisplayClass0_0.<Lambda>b__0"
          + "\t/Traces/Constructs.cs\t70\t17\t70:73\t\texact\t"
          + TRACES
          + "\t\t"
          + TestAssembly.TRACES.path().resolveSibling("Traces.pdb");

  @TempDir private Path folder = Path.of("");

  static String mvid() throws IOException {
    return Image.open(TestAssembly.TRACES.path()).mvid().orElseThrow().toString();
  }

  @Test
  void text_fromStandardInput_hasLines() {
    String text = "before\r\n" + FRAME + "\r\nbehind";
    Outcome outcome = TiptoeRun.fed(text, "symbolize", "--symbols", TRACES).expect(0);
    assertEquals("before\r\n" + RESOLVED + "\r\nbehind", outcome.expectSilence().out());
  }

  @Test
  void text_fromAFileWithSymbolsInAFolder_hasLines() throws IOException {
    Path log = Files.writeString(folder.resolve("a.log"), FRAME + "\n");
    String symbols = TestAssembly.TRACES.path().resolveSibling("").toString();
    Outcome outcome = TiptoeRun.tiptoe("symbolize", "--symbols", symbols, log.toString()).expect(0);
    assertEquals(RESOLVED + "\n", outcome.expectSilence().out());
  }

  /** Of a folder the other files serve, but what was named itself was meant. */
  @ParameterizedTest
  @ValueSource(strings = {"Damaged.dll", "Damaged.tsym", "Damaged.nupkg", "Damaged.trace"})
  void place_thatIsDamaged_isAProblem_andItsFolderIsNone(String name) throws IOException {
    byte[] bytes = Files.readAllBytes(TestAssembly.TRACES.path());
    byte[] damaged =
        name.endsWith(".dll")
            ? Arrays.copyOf(bytes, bytes.length / 2)
            : name.endsWith(".trace")
                ? Arrays.copyOf(new byte[] {(byte) 0x89, 'T', 'P', 'T', 13, 10, 26, 10}, 20)
                : name.endsWith(".tsym")
                    ? new byte[200]
                    : Arrays.copyOf(new byte[] {'P', 'K', 3, 4}, 200);
    Path place = Files.write(folder.resolve(name), damaged);
    String text = FRAME + "\n";
    Outcome outcome =
        TiptoeRun.fed(text, "symbolize", "--symbols", place.toString(), "--symbols", TRACES)
            .expect(3);
    assertEquals(RESOLVED + "\n", outcome.out());
    assertTrue(outcome.err().startsWith("tiptoe: --symbols " + place), outcome::err);
    assertEquals(1, outcome.err().lines().count(), outcome::err);
    TiptoeRun.fed(text, "symbolize", "--symbols", folder.toString(), "--symbols", TRACES).expect(0);
  }

  @Test
  void tsv_ofRowsOfOtherLengthsThanTheHeader_hasItsColumnsUnderTheirNames() {
    String rows =
        "module\ttoken\til\n"
            + TRACES
            + "\t0x06000018\n"
            + TRACES
            + "\t0x06000018\t0x17\tmore\tand more\n";
    List<String> lines =
        TiptoeRun.fed(rows, "symbolize", "--symbols", TRACES).expect(0).out().lines().toList();
    String first = lines.get(0).split("\t", -1)[3];
    assertEquals("method", first);
    String[] shorter = lines.get(1).split("\t", -1);
    String[] longer = lines.get(2).split("\t", -1);
    assertEquals("", shorter[2]);
    assertEquals(shorter[3], longer[3]);
    assertTrue(longer[3].startsWith("Closures."), lines::toString);
    int columns = lines.get(0).split("\t", -1).length;
    assertEquals(columns, shorter.length);
    assertEquals(List.of("more", "and more"), List.of(longer).subList(columns, longer.length));
  }

  @Test
  void text_withoutSymbols_staysAndIsNotedOnce() {
    String text = (FRAME + "\n").repeat(50);
    Outcome outcome = TiptoeRun.fed(text, "symbolize").expect(0);
    assertEquals(text, outcome.out());
    assertEquals("tiptoe: no symbols of Traces.exe\n", outcome.err());
  }

  @Test
  void text_ofManyUnknownModules_hasFewNotes() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 1000; i++) {
      text.append("at A.B() in M").append(i).append(".dll:token 0x6000001+0x0\n");
    }
    Outcome outcome = TiptoeRun.fed(text.toString(), "symbolize").expect(0);
    assertEquals(text.toString(), outcome.out());
    assertTrue(outcome.err().lines().count() <= 21, outcome::err);
    assertTrue(outcome.err().contains("further reasons"), outcome::err);
  }

  @Test
  void text_ofAnotherBuild_isNotGuessed() {
    String text = FRAME.replace("0x6000026", "0x6000027") + "\n";
    Outcome outcome = TiptoeRun.fed(text, "symbolize", "--symbols", TRACES).expect(0);
    assertEquals(text, outcome.out());
    assertEquals(
        "tiptoe: "
            + TRACES
            + ": token 0x06000027 is Tiptoe.Traces.Machines.Live, not"
            + " Tiptoe.Traces.Machines.AtOnce as in the text: another build, or another name\n",
        outcome.err());
    text = FRAME.replace("0x6000026", "0x6ffffff") + "\n";
    outcome = TiptoeRun.fed(text.repeat(2), "symbolize", "--symbols", TRACES).expect(0);
    assertTrue(outcome.err().contains(": token 0x06ffffff is no method, in"), outcome::err);
    assertEquals(1, outcome.err().lines().count(), outcome::err);
  }

  /** Why a frame gets no line is said once for each module, with the reason that its PDB has. */
  @Test
  void text_ofAModuleWithoutItsPdb_isNotedWithTheReason() throws IOException {
    Path dll = Files.copy(TestAssembly.DEMO.path(), folder.resolve("Demo.dll"));
    String frames =
        """
           at Tiptoe.Demo.Crane.Unload(Ship ship) in Demo.dll:token 0x600000a+0x1
           at Tiptoe.Demo.Crane.Unload(Ship ship) in Demo.dll:token 0x600000a+0x9
        """;
    Outcome none = TiptoeRun.fed(frames, "symbolize", "--symbols", dll.toString()).expect(0);
    assertEquals(frames, none.out());
    assertTrue(none.err().startsWith("tiptoe: no lines: no Demo.pdb with the ID "), none::err);
    assertEquals(1, none.err().lines().count(), none::err);
    Path pdb = TestAssembly.DEMO.path().resolveSibling("Demo.pdb");
    byte[] bytes = Files.readAllBytes(pdb);
    bytes[bytes.length - 1] ^= 1;
    Path other = Files.write(folder.resolve("Demo.pdb"), bytes);
    Outcome changed = TiptoeRun.fed(frames, "symbolize", "--symbols", dll.toString()).expect(0);
    assertEquals(
        "tiptoe: no lines: " + other + " does not have the checksum that " + dll + " states\n",
        changed.err());
    Files.copy(pdb, other, StandardCopyOption.REPLACE_EXISTING);
    Outcome lines = TiptoeRun.fed(frames, "symbolize", "--symbols", dll.toString()).expect(0);
    assertTrue(lines.expectSilence().out().contains("Crane.cs:line "), lines::out);
  }

  @Test
  void bytes_thatAreNoText_passUnchanged() throws IOException {
    byte[] bytes = new byte[3 << 20];
    new Random(7).nextBytes(bytes);
    Path file = Files.write(folder.resolve("bytes"), bytes);
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    int status =
        Tiptoe.run(
            new String[] {"symbolize", "--symbols", TRACES, file.toString()},
            new ByteArrayInputStream(new byte[0]),
            out,
            err);
    assertEquals(0, status);
    assertArrayEquals(bytes, out.toByteArray());
  }

  @Test
  void options_changeNames() {
    String frame = "at Tiptoe.Traces.Closures.StaticLambda()\n";
    String[] csharp = {"symbolize", "--symbols", TRACES, "--names", "csharp", "--keep-raw"};
    assertEquals(
        "at Closures.StaticLambda() [Tiptoe.Traces.Closures.StaticLambda()]\n",
        TiptoeRun.fed(frame, csharp).expect(0).out());
    String android = "at Tiptoe.Traces.Parameters.Overloaded + 0x5(Unknown Source)\n";
    String all = TiptoeRun.fed(android, "symbolize", "--symbols", TRACES, "--all").out();
    assertTrue(all.contains("[one of: ") && all.contains("line 56; "), all);
    String noise =
        "   at System.Threading.ExecutionContext.RunInternal(ExecutionContext c)\n   at A.B()\n";
    assertEquals("   at A.B()\n", TiptoeRun.fed(noise, "symbolize", "--hide-noise").out());
    assertEquals(noise, TiptoeRun.fed(noise, "symbolize").out());
  }

  // ---- lists

  @Test
  void tsv_withoutAHeader_hasColumnsAdded() throws IOException {
    String byMvid = mvid() + "\t0x06000068\t0x2a";
    String byName = "C:\\app\\Traces.dll\t0x06000068\t42\t\tmore";
    String list = byMvid + "\r\n" + byName + "\n" + "Other.dll\t0x06000068\t0";
    Outcome outcome = TiptoeRun.fed(list, "symbolize", "--symbols", TRACES).expect(0);
    assertEquals(
        byMvid
            + "\t"
            + LAMBDA
            + "\r\n"
            + byName
            + "\t"
            + LAMBDA
            + "\n"
            + "Other.dll\t0x06000068\t0"
            + "\t".repeat(11)
            + "no symbols of Other.dll\t",
        outcome.expectSilence().out());
  }

  @Test
  void tsv_withAHeader_hasItsColumnsInAnyOrder() {
    String list = "il\tname\tToken\tfile\n0x2a\tx\t0x06000068\tTraces.dll\n";
    Outcome outcome = TiptoeRun.fed(list, "symbolize", "--symbols", TRACES).expect(0);
    List<List<String>> rows = outcome.expectSilence().rows();
    assertEquals("il\tname\tToken\tfile\tmethod", String.join("\t", rows.get(0).subList(0, 5)));
    assertEquals("reason", rows.get(0).get(14));
    assertEquals("0x2a\tx\t0x06000068\tTraces.dll\t" + LAMBDA, String.join("\t", rows.get(1)));
  }

  @Test
  void tsv_ofRowsThatAreWrong_hasReasonsAndExitCode3() {
    String list =
        """
        Traces.dll\t0x06000068\t0x0
        Traces.dll\t0x02000001\t0
        Traces.dll\t0x06ffffff\t0
        Traces.dll\t0x06000068\tx

        rubbish
        Größe.dll\t0x06000068\t0x0
        Traces.dll\t\t\t0x1234
        """;
    Outcome outcome = TiptoeRun.fed(list, "symbolize", "--symbols", TRACES).expect(3);
    List<List<String>> rows = outcome.rows();
    assertEquals("at-or-after", rows.get(0).get(11));
    assertEquals("'0x02000001' is not a MethodDef token", rows.get(1).get(13));
    assertTrue(rows.get(2).get(13).contains("Traces.dll"), rows::toString);
    assertEquals("'x' is not an offset", rows.get(3).get(13));
    assertEquals(List.of(""), rows.get(4));
    assertEquals("the row has neither token nor rva", rows.get(5).get(13));
    assertEquals("no symbols of Größe.dll", rows.get(6).get(13));
    assertTrue(rows.get(7).get(14).contains("no ReadyToRun code"), rows::toString);
    assertEquals(1, outcome.err().lines().count(), outcome::err);
    assertEquals(
        "tiptoe: standard input: line 2: '0x02000001' is not a MethodDef token; 2 other rows cannot"
            + " be read either\n",
        outcome.err());
  }

  @Test
  void jsonl_hasMembersAdded() throws IOException {
    String list =
        "{\"mvid\": \""
            + mvid()
            + "\", \"token\": \"0x06000068\", \"il_offset\": 42, \"x\": [1]} \n"
            + "{\"file\":\"Traces.dll\",\"token\":100663400,\"il\":\"0x2a\"}\nnull\n";
    Outcome outcome = TiptoeRun.fed(list, "symbolize", "--symbols", TRACES).expect(3);
    List<String> lines = outcome.lines();
    String before = "{\"mvid\": \"" + mvid() + "\", \"token\": \"0x06000068\", \"il_offset\": 42, ";
    assertTrue(lines.get(0).startsWith(before + "\"x\": [1],\"method\":"), lines.get(0));
    JsonObject row = JsonParser.parseString(lines.get(0)).getAsJsonObject();
    assertEquals("Closures.Lambda(int) → lambda", row.get("written").getAsString());
    assertEquals(70, row.get("line").getAsInt());
    assertEquals("null", lines.get(2));
    assertEquals("tiptoe: standard input: line 3: the row is no JSON object\n", outcome.err());
  }

  /** Rows, and what they lack. */
  static Stream<Arguments> wrongRows() {
    return Stream.of(
        arguments("{\"token\":\"0x06000068\"}", "the row has no mvid, module, build_id or file"),
        arguments(
            "{\"modul\":\"Traces.dll\",\"token\":1}",
            "the row has no mvid, module, build_id or file"),
        arguments("{\"file\":\"Traces.dll\"}", "the row has neither token nor rva"),
        arguments("{\"file\":\"Traces.dll\",\"token\":\"x\"}", "'x' is not a MethodDef token"),
        arguments("[]", "the row is no JSON object"));
  }

  @ParameterizedTest
  @MethodSource("wrongRows")
  void jsonl_ofRowsThatAreWrong_namesTheFirstLineAndWhatItLacks(String wrong, String reason) {
    namesTheFirstLineAndWhatItLacks(1_000, wrong, reason);
  }

  static void namesTheFirstLineAndWhatItLacks(int rows, String wrong, String reason) {
    String row = "{\"file\":\"Traces.dll\",\"token\":\"0x06000068\",\"il\":42}\n";
    String list = "\n\n" + row.repeat(rows);
    String where = "tiptoe: standard input: line " + (rows + 3) + ": " + reason;
    for (int count = 1; count <= 2; count++) {
      String more = count == 1 ? "" : "; another row cannot be read either";
      Outcome outcome =
          TiptoeRun.fed(list + (wrong + "\n" + row).repeat(count), "symbolize", "--symbols", TRACES)
              .expect(3);
      assertEquals(where + more + "\n", outcome.err());
    }
    String fromAsked = wrong + "\n";
    assertEquals(
        "tiptoe: standard input: line 1: " + reason + "\n",
        TiptoeRun.fed(fromAsked, "symbolize", "--from", "jsonl", "--symbols", TRACES)
            .expect(3)
            .err());
  }

  @Test
  void list_withAnMvidWithoutDashes_isResolvedIfItHasATokenToo() throws IOException {
    String plain = mvid().replace("-", "");
    for (String id : List.of(plain, plain.toUpperCase(Locale.ROOT))) {
      Outcome outcome =
          TiptoeRun.fed(id + "\t0x06000068\t0x2a\n", "symbolize", "--symbols", TRACES).expect(0);
      assertTrue(outcome.out().contains("/Traces/Constructs.cs\t70"), outcome::out);
    }
    // Without a token it is the build ID of a native library.
    String rows = plain + "\t\t\t0x10\n";
    String out = TiptoeRun.fed(rows, "symbolize", "--symbols", TRACES).expect(0).out();
    assertTrue(out.contains("build ID"), out);
  }

  /** Logs are often JSON too. */
  @Test
  void jsonl_thatIsALog_isText() {
    String log = "{\"level\":\"error\",\"exception\":\"x\\n" + FRAME + "\"}\n";
    Outcome outcome = TiptoeRun.fed(log, "symbolize", "--symbols", TRACES).expect(0);
    assertEquals(log.replace(FRAME, RESOLVED), outcome.expectSilence().out());
  }

  // ---- problems

  @ParameterizedTest
  @ValueSource(
      strings = {
        "symbolize --from xml",
        "symbolize --names short",
        "symbolize a b",
        "symbolize --x"
      })
  void usage_wrong_isOneLineAndExitCode2(String line) {
    Outcome outcome = TiptoeRun.tiptoe(line.split(" ", -1)).expect(2);
    assertEquals("", outcome.out());
    assertEquals(1, outcome.err().lines().count(), outcome::err);
  }

  @Test
  void file_thatIsNotThere_isExitCode3() {
    Outcome outcome = TiptoeRun.tiptoe("symbolize", folder.resolve("none").toString()).expect(3);
    assertEquals(1, outcome.err().lines().count(), outcome::err);
    outcome = TiptoeRun.tiptoe("symbolize", folder.toString()).expect(3);
    assertTrue(outcome.err().contains("not a file"), outcome::err);
  }

  @Test
  void symbols_thatAreNotThere_areNotedAndTheTextPasses() {
    String none = folder.resolve("none").toString();
    Outcome outcome = TiptoeRun.fed("text\n", "symbolize", "--symbols", none).expect(3);
    assertEquals("text\n", outcome.out());
    assertEquals("tiptoe: --symbols " + none + ": no such file\n", outcome.err());
  }

  @ParameterizedTest
  @ValueSource(strings = {"otlp", "pprof", "nettrace"})
  void input_thatIsNotOfTheFormat_isOneErrorWithThePlace(String format) throws IOException {
    Path input = Files.write(folder.resolve("input"), new byte[] {0x0a, 0x7f, 1, 2, 3});
    Outcome outcome = TiptoeRun.tiptoe("symbolize", "--from", format, input.toString()).expect(3);
    assertEquals(1, outcome.err().lines().count(), outcome::err);
    assertTrue(outcome.err().contains(input + ": at offset 0x"), outcome::err);
  }

  @Test
  void header_thatIsNotUtf8_staysAsItIs() throws IOException {
    String mvid = Image.open(TestAssembly.WRITTEN.path()).mvid().orElseThrow().toString();
    byte[] header = "module\ttoken\tcaf__\n".getBytes(StandardCharsets.US_ASCII);
    header[16] = (byte) 0xe9;
    header[17] = (byte) 0xe9;
    Path list = folder.resolve("list");
    try (OutputStream out = Files.newOutputStream(list)) {
      out.write(header);
      out.write((mvid + "\t0x06000009\tx\n").getBytes(StandardCharsets.US_ASCII));
    }
    Outcome outcome =
        TiptoeRun.tiptoe(
                "symbolize", "--symbols", TestAssembly.WRITTEN.path().toString(), list.toString())
            .expect(0);
    assertTrue(outcome.out().contains("\n" + mvid + "\t0x06000009\tx\t"), outcome::out);
  }

  /** The answer stands below the header's names, whatever cells a row leaves out at its end. */
  @Test
  void row_withFewerCellsThanTheHeader_isFilledUp() throws IOException {
    String mvid = Image.open(TestAssembly.WRITTEN.path()).mvid().orElseThrow().toString();
    Path list =
        Files.writeString(
            folder.resolve("list"),
            "module\ttoken\til\tnote\n" + mvid + "\t0x06000009\n" + mvid + "\t0x06000009\t\tx\n");
    List<String> lines =
        TiptoeRun.tiptoe(
                "symbolize", "--symbols", TestAssembly.WRITTEN.path().toString(), list.toString())
            .expect(0)
            .out()
            .lines()
            .toList();
    int width = lines.get(0).split("\t", -1).length;
    List<String> full = List.of(lines.get(2).split("\t", -1));
    List<String> filled = List.of(lines.get(1).split("\t", -1));
    assertEquals(width, full.size());
    assertEquals(width, filled.size());
    assertEquals(full.subList(4, width), filled.subList(4, width));
    assertEquals(List.of(mvid, "0x06000009", "", ""), filled.subList(0, 4));
  }

  @Test
  void row_ofTwoObjects_isNoRow() throws IOException {
    Path list = folder.resolve("list");
    String row = "{\"module\":\"A.dll\",\"token\":\"0x06000001\"}";
    Files.writeString(list, row + row + "\n");
    Outcome outcome = TiptoeRun.tiptoe("symbolize", "--from", "jsonl", list.toString()).expect(3);
    assertEquals(row + row + "\n", outcome.out());
  }

  @Test
  void index_thatIsNoFile_isNotedAndTheTextPasses() throws IOException {
    Path indexes = folder.resolve("indexes");
    Files.createDirectories(indexes.resolve("74690a48-d0ed-425a-ac30-f59860c37339.tsym"));
    String text = "   at A.B() in Written.dll: token 0x6000001+0x5\n";
    Outcome outcome = TiptoeRun.fed(text, "symbolize", "--symbols", indexes.toString()).expect(0);
    assertEquals(text, outcome.out());
    assertTrue(outcome.err().contains("not a regular file"), outcome::err);
  }
}
