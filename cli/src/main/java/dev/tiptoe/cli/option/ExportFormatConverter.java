// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.option;

import dev.tiptoe.profile.export.ExportFormat;
import java.util.Arrays;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a format of profiles, such as {@code speedscope}. */
public final class ExportFormatConverter implements ITypeConverter<ExportFormat> {

  /** The formats, for the completion of shells. */
  public static final class Words extends Candidates {
    /** Used by picocli. */
    public Words() {
      super(Arrays.stream(ExportFormat.values()).map(ExportFormat::word).toList());
    }
  }

  @Override
  public ExportFormat convert(String text) {
    return ExportFormat.of(text)
        .orElseThrow(
            () ->
                new TypeConversionException(
                    Arrays.stream(ExportFormat.values())
                        .map(ExportFormat::word)
                        .collect(
                            Collectors.joining(", ", "'" + text + "' is not a format (", ")"))));
  }
}
