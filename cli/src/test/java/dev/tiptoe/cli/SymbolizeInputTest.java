// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.command.Outcome;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Inputs of {@code symbolize} as other programs write them. */
class SymbolizeInputTest {

  private static final String TRACES = TestAssembly.TRACES.path().toString();
  private static final String MARK = "\ufeff";
  private static final String ROW = "Traces.dll\t0x06000068\t0x2a";
  private static final String FRAME =
      "at Tiptoe.Traces.Machines.AtOnce() in Traces.exe:token 0x6000026+0x24";
  private static final String NULLS = "{\"mvid\":null,\"token\":null}\n";
  private static final String JSON =
      "{\"file\":\"Traces.dll\",\"token\":\"0x06000068\",\"il\":42,\"x\":\"%s\"}";

  @TempDir private Path folder = Path.of("");

  private static Outcome symbolized(String text) {
    return TiptoeRun.fed(text, "symbolize", "--symbols", TRACES);
  }

  // ---- lines that are too long

  @ParameterizedTest
  @ValueSource(strings = {ROW + "\t%s", JSON})
  void rows_thatAreTooLong_passAndAreNotedOnce(String row) {
    String usual = row.replace("%s", "") + "\n";
    String longer = row.replace("%s", "y".repeat(300_000)) + "\n";
    Outcome outcome = symbolized(usual + longer + usual + longer).expect(3);
    List<String> lines = outcome.lines();
    assertTrue(lines.get(0).contains("Constructs.cs"), lines.get(0));
    assertEquals(longer, lines.get(1) + "\n");
    assertEquals(longer, lines.get(3) + "\n");
    assertEquals(
        "tiptoe: standard input: lines of more than 256 KiB passed as they are: 2; they have no"
            + " columns added\n",
        outcome.err());
  }

  // ---- what decides the format

  /** The members that decide it may be the last ones. */
  @ParameterizedTest
  @ValueSource(ints = {10, 4090, 5000, 100_000, 262_000})
  void json_whoseFirstRowIsLong_isAList(int length) {
    String first =
        "{\"x\":\"" + "y".repeat(length) + "\",\"token\":\"0x06000068\",\"file\":\"Traces.dll\"}";
    String second = JSON.replace("%s", "");
    List<String> lines = symbolized(first + "\n" + second + "\n").expect(0).lines();
    for (String line : lines) {
      assertTrue(line.contains("\"source\":\"/Traces/Constructs.cs\""), line);
    }
    assertEquals(2, lines.size());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"file\":\"Traces.dll\",\"il_offset\":42} | the row has neither token nor rva",
        "{\"token\":\"0x06000068\",\"il\":42}" + " | the row has no mvid, module, build_id or file",
        "{\"mvid\":null,\"iloffset\":0} | the row has no mvid, module, build_id or file"
      })
  void json_whoseFirstRowLacksAMember_isAList(String first, String problem) {
    String second = JSON.replace("%s", "");
    Outcome outcome = symbolized(first + "\n" + second + "\n").expect(3);
    assertTrue(outcome.lines().get(1).contains("\"source\":\"/Traces/Constructs.cs\""));
    assertEquals("tiptoe: standard input: line 1: " + problem + "\n", outcome.err());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"file\":\"app.log\",\"offset\":17,\"message\":\"%s\"}",
        "{\"topic\":\"orders\",\"token\":\"x\",\"offset\":17,\"message\":\"%s\"}",
        "{\"module\":\"Shop\",\"message\":\"%s\"}"
      })
  void json_ofALogThatHasOneOfTheMembers_isText(String line) {
    String out = symbolized(line.formatted(FRAME) + "\n").expect(0).out();
    assertTrue(out.contains("/Traces/Constructs.cs:line"), out);
  }

  @Test
  void list_whoseFirstRowIsTooLong_isReportedByALaterOne() {
    for (String row : List.of(ROW + "\t%s", JSON)) {
      String longer = row.replace("%s", "y".repeat(300_000)) + "\n";
      String usual = row.replace("%s", "");
      Outcome outcome = symbolized(longer + "\n" + longer + usual + "\n" + longer).expect(3);
      List<String> lines = outcome.lines();
      assertEquals(longer + "\n" + longer, String.join("\n", lines.subList(0, 3)) + "\n");
      assertTrue(lines.get(3).contains("Constructs.cs"), lines.get(3));
      assertEquals(
          "tiptoe: standard input: lines of more than 256 KiB passed as they are: 3; they have no"
              + " columns added\n",
          outcome.err());
    }
  }

  @Test
  void tsv_withAHeaderOfManyColumns_isAList() {
    String columns = "a column\t".repeat(1000);
    String list = columns + "token\tfile\til\n" + columns + "0x06000068\tTraces.dll\t42\n";
    String out = symbolized(list).expect(0).expectSilence().out();
    assertTrue(out.contains("\til\tmethod\twritten"), out);
    assertTrue(out.contains("/Traces/Constructs.cs\t70"), out);
    String header = "file\ttoken\t" + "x".repeat(300_000);
    Outcome refused = symbolized(header + "\n" + ROW + "\n").expect(3);
    assertEquals("tiptoe: standard input: a header of more than 262144 bytes\n", refused.err());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "file\ttoken\til\r\n" + ROW + "\r\n",
        ROW + "\n",
        ROW,
        NULLS + "{\"file\":\"Traces.dll\",\"token\":\"0x06000068\",\"il\":42}\n"
      })
  void list_behindBlankLines_isAList(String list) {
    String plain = symbolized(list).out();
    assertTrue(plain.contains("Constructs.cs"), plain);
    for (String blank : List.of("\n", "\r\n \t\n", "\n".repeat(300_000))) {
      assertTrue((blank + plain).equals(symbolized(blank + list).out()), blank.length() + " bytes");
    }
  }

  /** The first two look like the beginning of a profile. */
  @ParameterizedTest
  @ValueSource(
      strings = {"\nd\n", "\nX\n\n", "", "\u001b[31mred\n", "a\u0001b\n", "\u0000\u0000\n"})
  void text_thatBeginsOddly_isText(String beginning) {
    String out = symbolized(beginning + FRAME + "\n").expect(0).expectSilence().out();
    assertTrue(out.startsWith(beginning) && out.contains("Constructs.cs"), out);
  }

  /** Gives a byte at a time. */
  private static final class Slow extends InputStream {
    private final byte[] bytes;
    private int at;

    Slow(byte[] bytes) {
      this.bytes = bytes;
    }

    @Override
    public int read() {
      return at < bytes.length ? bytes[at++] & 0xff : -1;
    }

    @Override
    public int read(byte[] into, int offset, int length) {
      if (at == bytes.length) {
        return -1;
      }
      into[offset] = bytes[at++];
      return 1;
    }
  }

  private static byte[] zipped(byte[] bytes) throws IOException {
    var zipped = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(zipped)) {
      zip.write(bytes);
    }
    return zipped.toByteArray();
  }

  @Test
  void input_thatArrivesByteByByte_isReportedAsAWhole() throws IOException {
    byte[] profile = {0x0a, 0x04, 0x08, 0x01, 0x10, 0x02, 0x32, 0x00};
    List<byte[]> inputs =
        List.of(
            profile,
            zipped(profile),
            ("\n\n" + ROW + "\n").getBytes(StandardCharsets.UTF_8),
            ("\nfile\ttoken\n" + ROW + "\n").getBytes(StandardCharsets.UTF_8),
            (JSON + "\n").getBytes(StandardCharsets.UTF_8),
            (MARK + ROW + "\n").getBytes(StandardCharsets.UTF_16LE));
    for (byte[] input : inputs) {
      var notes = new ByteArrayOutputStream();
      byte[] expected = run(new ByteArrayInputStream(input), notes, 0);
      var slowNotes = new ByteArrayOutputStream();
      assertArrayEquals(expected, run(new Slow(input), slowNotes, 0));
      assertEquals(
          notes.toString(StandardCharsets.UTF_8), slowNotes.toString(StandardCharsets.UTF_8));
      assertTrue(expected.length > input.length || input[0] != 0x0a || input[1] == 4);
    }
  }

  // ---- UTF-16

  @ParameterizedTest
  @ValueSource(
      strings = {
        "file\ttoken\til\r\n" + ROW + "\r\n",
        ROW,
        "{\"file\":\"Traces.dll\",\"token\":\"0x06000068\",\"x\":\"\u20ac \ud83d\ude80\"}\n",
        "\u00e9\u20ac\ud83d\ude80\r\n   " + FRAME + "\r\n\ud83d\ude80",
        "",
        "x",
        "\u0000\ufeff\uffff\n"
      })
  void text_inUtf16_isThatInUtf8AndStaysSo(String input) {
    String expected = MARK + symbolized(input).expect(0).out();
    for (Charset charset : List.of(StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE)) {
      byte[] coded = (MARK + input).getBytes(charset);
      var err = new ByteArrayOutputStream();
      byte[] out = run(new ByteArrayInputStream(coded), err, 0);
      assertEquals(expected, new String(out, charset));
      assertEquals("", err.toString(StandardCharsets.UTF_8));
      assertArrayEquals(out, run(new Slow(coded), err, 0));
    }
    assertEquals(input.contains("Traces"), expected.contains("Constructs.cs"));
  }

  /** Surrogates without partners, in any order, and half a unit at the end. */
  @Test
  void bytes_thatAreNoUtf16_passAsTheyAre() {
    Random random = new Random(16);
    for (int i = 0; i < 12; i++) {
      byte[] bytes = new byte[2 + random.nextInt(50_000)];
      random.nextBytes(bytes);
      for (int at = 3; at < bytes.length; at += random.nextInt(4) + 1) {
        bytes[at] = (byte) (0xd8 + random.nextInt(8));
      }
      bytes[0] = (byte) (i % 2 == 0 ? 0xff : 0xfe);
      bytes[1] = (byte) (i % 2 == 0 ? 0xfe : 0xff);
      assertArrayEquals(
          bytes, run(new ByteArrayInputStream(bytes), new ByteArrayOutputStream(), 0));
    }
  }

  @Test
  void textLine_thatIsTooLong_passesAndIsNoted() {
    String text = "before\n" + "y".repeat(300_000) + "\nbehind\n";
    Outcome outcome = symbolized(text).expect(0);
    assertEquals(text, outcome.out());
    assertEquals(
        "tiptoe: standard input: lines of more than 256 KiB passed as they are: 1\n",
        outcome.err());
  }

  // ---- names that are there already

  @Test
  void json_withNamesOfOurs_keepsThemAndGetsOthers() {
    String row =
        "{\"file\":\"Traces.dll\",\"token\":\"0x06000068\",\"il\":42,\"line\":\"theirs\","
            + "\"method\":null,\"tiptoe_method\":1}";
    String out = symbolized(row + "\n").expect(0).expectSilence().out();
    assertTrue(out.startsWith(row.substring(0, row.length() - 1) + ","), out);
    JsonObject json = JsonParser.parseString(out).getAsJsonObject();
    assertEquals("theirs", json.get("line").getAsString());
    assertEquals(70, json.get("tiptoe_line").getAsInt());
    assertTrue(json.get("tiptoe_tiptoe_method").getAsString().startsWith("Closures."), out);
    assertEquals("Closures.Lambda(int) → lambda", json.get("written").getAsString());
    assertEquals(out.indexOf("\"line\""), out.lastIndexOf("\"line\""), out);
  }

  @Test
  void list_thatIsResolvedTwice_hasNoNameTwice() {
    for (String list :
        List.of("file\ttoken\til\tLine\n" + ROW + "\t9\n", JSON.replace("%s", "") + "\n")) {
      String twice = symbolized(symbolized(list).out()).expect(0).expectSilence().out();
      List<String> names =
          list.startsWith("{")
              ? List.copyOf(JsonParser.parseString(twice).getAsJsonObject().keySet())
              : List.of(
                  twice.lines().findFirst().orElseThrow().toLowerCase(Locale.ROOT).split("\t", -1));
      assertEquals(names.stream().distinct().toList(), names);
      assertTrue(names.contains("tiptoe_line"), names.toString());
      assertEquals(1, twice.split("\"method\"", -1).length - 1 + (list.startsWith("{") ? 0 : 1));
    }
  }

  // ---- byte order marks

  @ParameterizedTest
  @ValueSource(
      strings = {
        "file\ttoken\til\n" + ROW + "\n",
        "token\tfile\til\n0x06000068\tTraces.dll\t42\n",
        ROW + "\n",
        "{\"file\":\"Traces.dll\",\"token\":\"0x06000068\",\"il\":42}\n",
        "at Tiptoe.Traces.Machines.AtOnce() in Traces.exe:token 0x6000026+0x24\n",
        "",
        "x"
      })
  void input_behindAByteOrderMark_isThatWithoutAndKeepsIt(String input) {
    Outcome plain = symbolized(input).expect(0);
    Outcome marked = symbolized(MARK + input).expect(0);
    assertEquals(MARK + plain.out(), marked.out());
    assertEquals(plain.expectSilence().err(), marked.err());
    assertEquals(input.length() > 1, plain.out().contains("Constructs.cs"));
  }

  @Test
  void beginning_thatIsHalfAMark_passes() throws IOException {
    byte[] half = {(byte) 0xef, (byte) 0xbb, 'x', '\n'};
    Path file = Files.write(folder.resolve("half"), half);
    assertArrayEquals(half, run(Files.newInputStream(file), new ByteArrayOutputStream(), 0));
  }

  private static byte[] run(InputStream in, ByteArrayOutputStream err, int expected) {
    var out = new ByteArrayOutputStream();
    int status = Tiptoe.run(new String[] {"symbolize", "--symbols", TRACES}, in, out, err);
    assertEquals(expected, status, err.toString(StandardCharsets.UTF_8));
    return out.toByteArray();
  }

  /** Gives a line at a time, and ends only when the output has the first answer. */
  private static final class Waiting extends InputStream {
    private final byte[] rows;
    private final CountDownLatch answered;
    private int at;

    Waiting(String rows, CountDownLatch answered) {
      this.rows = rows.getBytes(StandardCharsets.UTF_8);
      this.answered = answered;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      if (at == rows.length) {
        try {
          if (!answered.await(50, TimeUnit.SECONDS)) {
            throw new IOException("there is no answer");
          }
          return -1;
        } catch (InterruptedException e) {
          throw new IOException(e);
        }
      }
      int end = at;
      while (rows[end++] != '\n') {
        // To the end of the line.
      }
      int given = Math.min(length, end - at);
      System.arraycopy(rows, at, into, offset, given);
      at += given;
      return given;
    }
  }

  /** Somebody may wait for the answer before the next row. */
  @Test
  void tsv_withAHeader_isAnsweredBeforeTheNextRowIsThere() {
    CountDownLatch answered = new CountDownLatch(1);
    var out =
        new ByteArrayOutputStream() {
          @Override
          public synchronized void write(byte[] bytes, int from, int length) {
            super.write(bytes, from, length);
            if (toString(StandardCharsets.UTF_8).contains("Constructs.cs")) {
              answered.countDown();
            }
          }
        };
    InputStream in = new Waiting("file\ttoken\til\n" + ROW + "\n", answered);
    String[] arguments = {"symbolize", "--symbols", TRACES};
    assertEquals(0, Tiptoe.run(arguments, in, out, new ByteArrayOutputStream()));
  }

  @Test
  void tsv_withShorterRows_hasTheAddedColumnsBelowOneAnother() {
    String list = ROW + "\t\tx\nTraces.dll\t0x06000018\n\nTraces.dll\t0x06000018\t0x17\n";
    List<List<String>> rows = symbolized(list).expect(0).rows();
    for (int i : new int[] {0, 1, 3}) {
      assertEquals(5 + 12, rows.get(i).size(), rows::toString);
      assertEquals("/Traces/Constructs.cs", rows.get(i).get(8), rows::toString);
    }
  }

  // ---- compressed profiles

  @Test
  void profile_behindWhichSomethingFollows_isNoted() throws IOException {
    var zipped = new ByteArrayOutputStream();
    zipped.writeBytes(zipped(new byte[] {0x0a, 0x04, 0x08, 0x01, 0x10, 0x02, 0x32, 0x00}));
    int end = zipped.size();
    zipped.writeBytes("garbage".getBytes(StandardCharsets.US_ASCII));
    for (byte[] profile : List.of(zipped.toByteArray(), Arrays.copyOf(zipped.toByteArray(), end))) {
      var err = new ByteArrayOutputStream();
      byte[] out = run(new ByteArrayInputStream(profile), err, 0);
      assertEquals(8, new GZIPInputStream(new ByteArrayInputStream(out)).readAllBytes().length);
      String note =
          "tiptoe: standard input: what begins at offset 0x"
              + Integer.toHexString(end)
              + ", behind the gzip data, is left out\n";
      String said = err.toString(StandardCharsets.UTF_8);
      assertEquals(profile.length > end, said.contains(note), said);
      assertEquals(profile.length > end, said.contains("0x"), said);
    }
  }

  // ---- what is not read

  @ParameterizedTest
  @CsvSource({
    "1f8b0800000000000003, compressed with gzip; decompress it first",
    "28b52ffd00, compressed with zstd; decompress it first",
    "895450540d0a1a0a00000000, 'a trace, which stacks, ids, lookup and export read'",
    "140000002146617374536572696101, 'a .netperf file, the format of .NET Core 2'"
  })
  void input_thatIsNotRead_passes_andIsNamed(String hex, String what) throws IOException {
    byte[] bytes = HexFormat.of().parseHex(hex);
    Path file = Files.write(folder.resolve("input"), bytes);
    Outcome outcome = TiptoeRun.tiptoe("symbolize", "--symbols", TRACES, file.toString()).expect(3);
    assertEquals(
        "tiptoe: " + file + ": not read, and passed as it is: " + what + "\n", outcome.err());
    assertEquals(new String(bytes, StandardCharsets.UTF_8), outcome.out());
  }
}
