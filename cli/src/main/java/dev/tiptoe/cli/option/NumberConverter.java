// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.option;

import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads decimal numbers. */
public final class NumberConverter {

  private NumberConverter() {}

  private static <T> T read(String text, Function<String, T> reader, String kind) {
    try {
      return reader.apply(text);
    } catch (NumberFormatException e) {
      throw new TypeConversionException("'" + text + "' is not " + kind);
    }
  }

  /** Reads a {@code long}. */
  public static final class OfLong implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
      return read(text, Long::valueOf, "a whole number");
    }
  }

  /** Reads an {@code int}. */
  public static final class OfInt implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      return read(text, Integer::valueOf, "a whole number of this size");
    }
  }

  /** Reads a {@code double}. */
  public static final class OfDouble implements ITypeConverter<Double> {
    @Override
    public Double convert(String text) {
      return read(text, Double::valueOf, "a number");
    }
  }
}
