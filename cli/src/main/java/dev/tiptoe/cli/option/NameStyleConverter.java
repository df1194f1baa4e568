// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.option;

import dev.tiptoe.metadata.name.NameStyle;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a style of names: {@code reflection}, {@code clr}, {@code csharp} or {@code docid}. */
public final class NameStyleConverter implements ITypeConverter<NameStyle> {

  /** The styles, for the completion of shells. */
  public static final class Words extends Candidates {
    /** Used by picocli. */
    public Words() {
      super(List.of("reflection", "clr", "csharp", "docid"));
    }
  }

  @Override
  public NameStyle convert(String text) {
    return Arrays.stream(NameStyle.values())
        .filter(style -> style.name().toLowerCase(Locale.ROOT).equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "'" + text + "' is not a style (reflection, clr, csharp, docid)"));
  }
}
