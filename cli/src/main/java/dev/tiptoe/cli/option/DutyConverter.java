// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.option;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads the share of the time for which a program may be paused: a percentage such as {@code 1} or
 * {@code 0.5}, converted to millionths.
 */
public final class DutyConverter implements ITypeConverter<Integer> {

  private static final double MILLIONTHS_IN_A_PERCENT = 10_000;

  @Override
  public Integer convert(String text) {
    try {
      double percent = Double.parseDouble(text);
      if (percent >= 0 && percent <= 100) {
        return (int) Math.round(percent * MILLIONTHS_IN_A_PERCENT);
      }
    } catch (NumberFormatException e) {
      // reported below
    }
    throw new TypeConversionException("'" + text + "' is not a percentage from 0 to 100");
  }

  /** Converts millionths back to a percentage. */
  public static double percent(long millionths) {
    return millionths / MILLIONTHS_IN_A_PERCENT;
  }
}
