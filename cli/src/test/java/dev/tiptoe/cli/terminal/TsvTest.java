// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.testdata.command.UntrustedText;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class TsvTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {"\\|\\\\", "\t|\\t", "'\n'|\\n", "'\r'|\\r", "\\t|\\\\t", "a\\\tb|a\\\\\\tb"})
  void field_specialCharacter_hasItsOwnEscape(String text, String expected) {
    assertEquals(expected, Tsv.field(text));
  }

  /** C0, DEL and C1, but for the three with escapes of their own. */
  static IntStream controls() {
    return IntStream.concat(IntStream.range(0, 0x20), IntStream.range(0x7f, 0xa0))
        .filter(c -> "\t\n\r".indexOf(c) < 0);
  }

  @ParameterizedTest
  @MethodSource("controls")
  void field_control_isWrittenByItsNumber(int control) {
    assertEquals(
        String.format("a\\u%04xb", control), Tsv.field("a" + Character.toString(control) + "b"));
  }

  @Test
  void field_everyPrintableCodePoint_isItself() {
    for (int c = ' '; c <= Character.MAX_CODE_POINT; c++) {
      if (c != '\\' && Printable.isPrintable(c)) {
        String text = Character.toString(c);
        assertEquals(text, Tsv.field(text));
      }
    }
  }

  /** Each text has one form, and each form is that of one text. */
  @Test
  void field_everyOtherCodePoint_isWrittenByItsNumber() {
    assertEquals(
        "a" + UntrustedText.escaped(UntrustedText.IN_UTF_16) + "\\\\u202e",
        Tsv.field("a" + UntrustedText.IN_UTF_16 + "\\u202e"));
  }

  @Test
  void row_textsJoined_areDistinguishedFromTheirSeparator() {
    assertEquals(
        "a;b\t2\tx\\u003by\\tz;<native>",
        Tsv.row("a;b", 2, new Tsv.Joined(';', List.of("x;y\tz", "<native>"))));
  }

  @Test
  void row_values_haveTheFormatsOfTheContract() {
    UUID mvid = UUID.fromString("DC32322B-68F2-481B-B84C-0B420D7C20AE");
    assertEquals(
        "0x06000abc\t0x7f0000000300\tdc32322b-68f2-481b-b84c-0b420d7c20ae\t1500",
        Tsv.row(new Token(0x06000ABC), new ClassID(0x7F00_0000_0300L), mvid, 1500L));
  }

  @Test
  void row_unknownValues_areEmptyFields() {
    assertEquals("\t\t\tend", Tsv.row("", Optional.empty(), List.of(), "end"));
  }

  @Test
  void row_severalValues_areJoinedWithCommas() {
    assertEquals("0x1,0x2\tx", Tsv.row(List.of(new ClassID(1), new ClassID(2)), Optional.of("x")));
  }

  @Test
  void row_tabInAValue_staysInItsField() {
    assertEquals("a\\tb\tc", Tsv.row("a\tb", "c"));
  }
}
