// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.option;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tiptoe.metadata.Token;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class ConvertersTest {

  @ParameterizedTest
  @CsvSource({
    "0x06000001, 100663297",
    "0X06000001, 100663297",
    "0x1, 1",
    "0xFFFFFFFF, -1",
    "0xabcdef, 11259375"
  })
  void token_inHex_isItsNumber(String text, int value) {
    assertEquals(new Token(value), new TokenConverter().convert(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0x", "06000001", "0x123456789", "0x-1", " 0x1", "0x1 ", "0x06g"})
  void token_inAnyOtherForm_isRefused(String text) {
    assertThrows(TypeConversionException.class, () -> new TokenConverter().convert(text));
  }

  @ParameterizedTest
  @CsvSource({
    "0, PT0S",
    "0ms, PT0S",
    "1ns, PT0.000000001S",
    "500us, PT0.0005S",
    "10ms, PT0.01S",
    "1s, PT1S",
    "999999999s, PT277777H46M39S",
    "2m, PT2M"
  })
  void duration_withAUnit_isThatLong(String text, Duration expected) {
    assertEquals(expected, new DurationConverter().convert(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "10", "ms", "-1ms", "1.5s", "1 s", "10MS", "1h", "9999999999ns"})
  void duration_inAnyOtherForm_isRefused(String text) {
    assertThrows(TypeConversionException.class, () -> new DurationConverter().convert(text));
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "1, 10000", "0.5, 5000", "100, 1000000"})
  void duty_inPercent_isThatManyMillionths(String text, int expected) {
    assertEquals(expected, new DutyConverter().convert(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-1", "100.1", "1%", "NaN", "much"})
  void duty_inAnyOtherForm_isRefused(String text) {
    assertThrows(TypeConversionException.class, () -> new DutyConverter().convert(text));
  }
}
