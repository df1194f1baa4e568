// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.option;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a percentage, such as {@code 1} or {@code 0.5}. */
public final class PercentConverter implements ITypeConverter<Double> {

  @Override
  public Double convert(String text) {
    try {
      double percent = Double.parseDouble(text);
      if (percent >= 0 && percent <= 100) {
        return percent;
      }
    } catch (NumberFormatException e) {
      // reported below
    }
    throw new TypeConversionException("'" + text + "' is not a percentage from 0 to 100");
  }
}
