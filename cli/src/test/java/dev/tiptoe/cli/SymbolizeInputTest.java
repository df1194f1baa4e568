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
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Inputs of {@code symbolize} as other programs write them. */
class SymbolizeInputTest {

  private static final String TRACES = TestAssembly.TRACES.path().toString();
  private static final String MARK = "\ufeff";
  private static final String ROW = "Traces.dll\t0x06000068\t0x2a";
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

  // ---- compressed profiles

  @Test
  void profile_behindWhichSomethingFollows_isNoted() throws IOException {
    var zipped = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(zipped)) {
      zip.write(new byte[] {0x0a, 0x04, 0x08, 0x01, 0x10, 0x02, 0x32, 0x00});
    }
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
}
