// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.option;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * The share of the time for which a program may be paused: written as a percentage such as {@code
 * 1} or {@code 0.5}, read as millionths.
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
      // told below
    }
    throw new TypeConversionException("'" + text + "' is no percentage from 0 to 100");
  }

  /** As it is written. */
  public static double percent(long millionths) {
    return millionths / MILLIONTHS_IN_A_PERCENT;
  }
}
