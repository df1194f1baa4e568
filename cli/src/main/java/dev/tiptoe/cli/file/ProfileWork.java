// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.file;

import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.profile.FrameStyle;
import dev.tiptoe.profile.ProfileFormatException;
import dev.tiptoe.profile.SymbolizeStatistics;
import dev.tiptoe.profile.otlp.OtlpSymbolizer;
import dev.tiptoe.profile.pprof.PprofSymbolizer;
import dev.tiptoe.profile.symbolize.ProfileSymbolizer;
import dev.tiptoe.profile.symbolize.ProfileSymbolizer.Format;
import dev.tiptoe.symbols.Symbols;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Optional;

/** Resolves the .NET frames of a profile, and prints what was resolved and what not. Stateless. */
final class ProfileWork {

  private ProfileWork() {}

  static boolean isOtlp(InputHead head) {
    return isIn(head, Format.OTLP);
  }

  static boolean isPprof(InputHead head) {
    return isIn(head, Format.PPROF);
  }

  /** A profile has bytes that are in no text, whatever a text may look like. */
  private static boolean isIn(InputHead head, Format format) {
    return head.isBinary() && ProfileSymbolizer.format(head.bytes()).equals(Optional.of(format));
  }

  static void symbolizeOtlp(InputStream in, InputFormat.Context context) throws IOException {
    symbolize(in, context, OtlpSymbolizer::symbolize);
  }

  static void symbolizePprof(InputStream in, InputFormat.Context context) throws IOException {
    symbolize(in, context, PprofSymbolizer::symbolize);
  }

  /** Symbolizes profiles of a format. */
  @FunctionalInterface
  private interface Symbolizer {
    SymbolizeStatistics symbolize(
        InputStream in, OutputStream out, Symbols symbols, FrameStyle style) throws IOException;
  }

  private static void symbolize(InputStream in, InputFormat.Context context, Symbolizer symbolizer)
      throws IOException {
    FrameStyle style = FrameStyle.valueOf(context.options().names().name());
    try {
      ProfileOutput out = new ProfileOutput(context.terminal());
      SymbolizeStatistics statistics = symbolizer.symbolize(in, out, context.symbols(), style);
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
