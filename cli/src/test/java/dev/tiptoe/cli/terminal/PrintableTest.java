// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import dev.tiptoe.testdata.command.UntrustedText;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PrintableTest {

  private static final Set<Integer> ESCAPED_CATEGORIES =
      Set.of(
          (int) Character.CONTROL,
          (int) Character.FORMAT,
          (int) Character.LINE_SEPARATOR,
          (int) Character.PARAGRAPH_SEPARATOR,
          (int) Character.SURROGATE,
          (int) Character.PRIVATE_USE,
          (int) Character.UNASSIGNED);

  static List<Integer> untrusted() {
    return UntrustedText.CODE_POINTS;
  }

  @ParameterizedTest
  @MethodSource("untrusted")
  void text_withWhatMustNotBeSeen_isEscaped(int codePoint) {
    String text = Character.toString(codePoint);
    assertFalse(Printable.isPrintable(codePoint));
    assertEquals("a" + UntrustedText.escaped(text) + "b", Printable.of("a" + text + "b"));
  }

  @Test
  void codePoint_ofAnEscapedCategory_isNotPrintable() {
    for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
      if (ESCAPED_CATEGORIES.contains(Character.getType(c))) {
        assertFalse(Printable.isPrintable(c), Integer.toHexString(c));
      }
    }
  }

  /** No letters and signs count as invisible except the few that are. */
  @Test
  void codePoint_ofAnotherCategory_isPrintableButForFew() {
    long escaped = 0;
    for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
      if (!ESCAPED_CATEGORIES.contains(Character.getType(c)) && !Printable.isPrintable(c)) {
        escaped++;
      }
    }
    // 256 and 16 variation selectors, and what stands in the list one by one.
    assertTrue(escaped >= 260 && escaped <= 290, escaped + " are escaped");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "~",
        "C:\\new\\table",
        "Grüße",
        "日本語",
        "한글",
        "עברית",
        "العربية",
        "e\u0301",
        "😀",
        "\u00a0",
        "\ufffd"
      })
  void text_thatCanBeSeen_staysAsItIs(String text) {
    assertEquals(text, Printable.of(text));
  }

  @Test
  void text_ofPlainAscii_isNotCopied() {
    String name = "System.String::Concat(System.String[]):System.String";
    assertSame(name, Printable.of(name));
    assertSame(name, Printable.inJson(name));
  }

  @ParameterizedTest
  @CsvSource({
    "\ud800, \\ud800",
    "\udfff, \\udfff",
    "a\ud800b, a\\ud800b",
    "\udc00\ud800, \\udc00\\ud800",
    "\ud800\ud83d\udc3e, \\ud800\ud83d\udc3e",
    "\ud83d\udc3e\udc00, \ud83d\udc3e\\udc00"
  })
  void text_withHalfASurrogatePair_isEscapedThere(String text, String expected) {
    assertEquals(expected, Printable.of(text));
  }

  @Test
  void text_thatIsEscaped_staysSo() {
    String once = Printable.of("\\" + UntrustedText.IN_UTF_16);
    assertEquals("\\" + UntrustedText.escaped(UntrustedText.IN_UTF_16), once);
    assertEquals(once, Printable.of(once));
  }

  @Test
  void json_ofUntrustedText_hasTheSameValue() throws IOException {
    StringWriter written = new StringWriter();
    try (JsonWriter json = new JsonWriter(written)) {
      json.beginArray().value(UntrustedText.IN_UTF_16).endArray();
    }
    String printable = Printable.inJson(written.toString());
    assertTrue(printable.chars().allMatch(c -> c >= ' ' && c < 0x7f), printable);
    try (JsonReader json = new JsonReader(new StringReader(printable))) {
      json.beginArray();
      assertEquals(UntrustedText.IN_UTF_16, json.nextString());
    }
  }

  @Test
  void json_layout_isKept() {
    assertEquals("{\n  \"a\": \"ü\"\n}", Printable.inJson("{\n  \"a\": \"ü\"\n}"));
  }
}
