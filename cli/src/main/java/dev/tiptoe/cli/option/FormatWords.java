// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.option;

import dev.tiptoe.profile.format.ProfileFormat;
import java.util.Arrays;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;

/** Puts the formats of profiles into the help of a command. Stateless. */
public final class FormatWords {

  /** Stands for the formats that are read. */
  public static final String READ = "{formats-read}";

  /** Stands for the formats that are written. */
  public static final String WRITTEN = "{formats-written}";

  /** Stands for the formats that are symbolized. */
  public static final String SYMBOLIZED = "{formats-symbolized}";

  private FormatWords() {}

  /**
   * Replaces what stands for formats in the description of a command. Only help needs that, and a
   * command starts faster without.
   */
  public static void fill(CommandSpec spec) {
    spec.usageMessage()
        .description(
            Arrays.stream(spec.usageMessage().description())
                .map(FormatWords::filled)
                .toArray(String[]::new));
  }

  private static String filled(String text) {
    return text.contains("{formats-")
        ? text.replace(READ, ProfileFormat.inWords(ProfileFormat.read()))
            .replace(WRITTEN, written())
            .replace(SYMBOLIZED, symbolized())
        : text;
  }

  private static String written() {
    return ProfileFormat.written().stream()
        .map(format -> format.word() + " (" + format.openedBy() + ")")
        .collect(Collectors.joining(", "));
  }

  private static String symbolized() {
    return ProfileFormat.symbolized().stream()
        .map(ProfileFormat::word)
        .collect(Collectors.joining(", "));
  }
}
