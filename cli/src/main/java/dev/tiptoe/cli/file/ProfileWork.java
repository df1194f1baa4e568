// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.file;

import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.profile.FrameStyle;
import dev.tiptoe.profile.ProfileFormatException;
import dev.tiptoe.profile.SymbolizeStatistics;
import dev.tiptoe.profile.format.ProfileFormat;
import dev.tiptoe.profile.format.ProfileSymbolizer;
import java.io.IOException;
import java.io.InputStream;

/**
 * Resolves the .NET frames of a profile, and prints what was resolved and what not. Immutable.
 *
 * @param format the format of the profile
 */
record ProfileWork(ProfileFormat format) {

  void symbolize(InputStream in, InputFormat.Context context) throws IOException {
    FrameStyle style = FrameStyle.valueOf(context.options().names().name());
    try {
      ProfileOutput out = new ProfileOutput(context.terminal());
      SymbolizeStatistics statistics =
          ProfileSymbolizer.symbolize(format, in, out, context.symbols(), style);
      statistics
          .ignoredFrom()
          .ifPresent(
              offset ->
                  context
                      .terminal()
                      .note(
                          context.input()
                              + ": what begins at offset 0x"
                              + Long.toHexString(offset)
                              + ", behind the gzip data, is left out"));
      print(statistics, context.terminal());
    } catch (ProfileFormatException e) {
      throw new ProfileFormatException(context.input(), e.offset(), e.reason());
    }
  }

  private static void print(SymbolizeStatistics statistics, Terminal terminal) {
    terminal.note(
        statistics.resolved()
            + " of "
            + statistics.dotnet()
            + " .NET locations have names now, "
            + statistics.withLine()
            + " of them a line");
    statistics
        .unresolved()
        .forEach(
            (reason, count) ->
                terminal.note(
                    count + (count == 1 ? " stays as it was: " : " stay as they were: ") + reason));
    statistics
        .missing()
        .forEach((module, count) -> terminal.note("no symbols of " + module + ": " + count));
  }
}
