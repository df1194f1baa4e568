// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.option;

import dev.tiptoe.profile.format.ProfileFormat;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a format in which profiles are written, such as {@code speedscope}. */
public final class ProfileFormatConverter implements ITypeConverter<ProfileFormat> {

  /** The formats, for the completion of shells. */
  public static final class Words extends Candidates {
    /** Used by picocli. */
    public Words() {
      super(words());
    }
  }

  private static List<String> words() {
    return ProfileFormat.written().stream().map(ProfileFormat::word).toList();
  }

  @Override
  public ProfileFormat convert(String text) {
    return ProfileFormat.of(text)
        .filter(ProfileFormat::isWritten)
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "'" + text + "' is not a format (" + String.join(", ", words()) + ")"));
  }
}
