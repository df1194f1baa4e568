// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.option;

import picocli.CommandLine.ITypeConverter;

/**
 * Reads the share of the time for which a program may be paused: a percentage such as {@code 1} or
 * {@code 0.5}, converted to millionths.
 */
public final class DutyConverter implements ITypeConverter<Integer> {

  private static final double MILLIONTHS_IN_A_PERCENT = 10_000;

  private static final PercentConverter PERCENT = new PercentConverter();

  @Override
  public Integer convert(String text) {
    return (int) Math.round(PERCENT.convert(text) * MILLIONTHS_IN_A_PERCENT);
  }

  /** Converts millionths back to a percentage. */
  public static double percent(long millionths) {
    return millionths / MILLIONTHS_IN_A_PERCENT;
  }
}
