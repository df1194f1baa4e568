// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.option;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a length of time: a number and a unit, such as {@code 10ms}, or 0. */
public final class DurationConverter implements ITypeConverter<Duration> {

  private static final Pattern DURATION = Pattern.compile("([0-9]{1,9})(ns|us|ms|s|m)");

  @Override
  public Duration convert(String text) {
    Matcher matcher = DURATION.matcher(text);
    if (text.equals("0")) {
      return Duration.ZERO;
    }
    if (!matcher.matches()) {
      throw new TypeConversionException("'" + text + "' is not a length of time (10ms, 500us, 1s)");
    }
    long number = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "ns" -> Duration.ofNanos(number);
      case "us" -> Duration.ofNanos(number * 1_000);
      case "ms" -> Duration.ofMillis(number);
      case "s" -> Duration.ofSeconds(number);
      default -> Duration.ofMinutes(number);
    };
  }
}
