// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.option;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a regular expression. */
public final class PatternConverter implements ITypeConverter<Pattern> {

  @Override
  public Pattern convert(String text) {
    try {
      return Pattern.compile(text);
    } catch (PatternSyntaxException e) {
      throw new TypeConversionException(
          "'" + text + "' is not a regular expression: " + e.getDescription());
    }
  }
}
