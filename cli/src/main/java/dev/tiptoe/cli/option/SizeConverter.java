// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.option;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a number of bytes: a number with an optional unit, such as {@code 500M}. */
public final class SizeConverter implements ITypeConverter<Long> {

  private static final Pattern SIZE = Pattern.compile("([0-9]{1,9})([KMGT]?)");
  private static final String UNITS = "KMGT";

  @Override
  public Long convert(String text) {
    Matcher matcher = SIZE.matcher(text);
    if (!matcher.matches()) {
      throw new TypeConversionException("'" + text + "' is not a size (1048576, 500M, 2G)");
    }
    int power = matcher.group(2).isEmpty() ? 0 : UNITS.indexOf(matcher.group(2)) + 1;
    return Long.parseLong(matcher.group(1)) << (10 * power);
  }
}
