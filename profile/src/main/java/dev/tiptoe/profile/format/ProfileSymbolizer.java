// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.format;

import dev.tiptoe.profile.FrameStyle;
import dev.tiptoe.profile.ProfileFormatException;
import dev.tiptoe.profile.SymbolizeStatistics;
import dev.tiptoe.profile.symbolize.OtlpSymbolizer;
import dev.tiptoe.profile.wire.ProfileBytes;
import dev.tiptoe.symbols.Symbols;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * Gives the .NET frames of profiles the names and lines of their methods.
 *
 * <p>In OTLP a .NET location has the attribute {@code profile.frame.type} with the value {@code
 * dotnet}, an address as {@link dev.tiptoe.profile.DotnetAddress} has it, and a mapping whose
 * attribute {@code process.executable.build_id.gnu} is the module version ID. Pprof has no word for
 * the runtime of a frame: a location is one of .NET when the build ID of its mapping is a module
 * version ID, and its address is of IL, or the symbols know the module. An address that is not of
 * IL is an RVA if the mapping starts at 0, as in profiles that were converted from OTLP; in a
 * mapping with a place in memory it is left alone.
 *
 * <p>A location whose method is known gets one line: the line and column of its IL, and a function
 * with the method's name, its name in the metadata, its source file and its first line. Functions
 * and strings that the profile lacks are added at the ends of its tables; in pprof, mappings get
 * the flags has_functions, has_filenames and has_line_numbers where they are true of all their
 * locations. Everything else stays as it was, byte for byte: existing entries, functions that
 * nothing refers to any more, and fields that are not known. To symbolize the result again changes
 * nothing. A profile that was compressed is compressed again.
 *
 * <p>The memory is bounded, whatever the size of the profile. Stateless.
 */
public final class ProfileSymbolizer {

  private ProfileSymbolizer() {}

  /**
   * Symbolizes a profile of the format that its first bytes show. Nothing is written before all of
   * it was read.
   *
   * @param in read to its end, or to that of its gzip data, and not closed
   * @param out not closed
   * @throws ProfileFormatException when it is no profile of a format that is symbolized, or damaged
   */
  public static SymbolizeStatistics symbolize(
      InputStream in, OutputStream out, Symbols symbols, FrameStyle style) throws IOException {
    try (ProfileBytes bytes = ProfileBytes.read(in, "profile")) {
      return symbolize(format(bytes), bytes, out, symbols, style);
    }
  }

  /**
   * Symbolizes a profile in a file, which must not be the one that is written. Unlike a stream, the
   * file is not copied.
   */
  public static SymbolizeStatistics symbolize(
      Path file, OutputStream out, Symbols symbols, FrameStyle style) throws IOException {
    try (ProfileBytes bytes = ProfileBytes.open(file)) {
      return symbolize(format(bytes), bytes, out, symbols, style);
    }
  }

  /**
   * Symbolizes a profile of a format.
   *
   * @throws UnsupportedOperationException if it is not {@linkplain ProfileFormat#isSymbolized
   *     symbolized}
   */
  public static SymbolizeStatistics symbolize(
      ProfileFormat format, InputStream in, OutputStream out, Symbols symbols, FrameStyle style)
      throws IOException {
    try (ProfileBytes bytes = ProfileBytes.read(in, "profile")) {
      return symbolize(format, bytes, out, symbols, style);
    }
  }

  private static SymbolizeStatistics symbolize(
      ProfileFormat format, ProfileBytes bytes, OutputStream out, Symbols symbols, FrameStyle style)
      throws IOException {
    try {
      return format.symbolize(bytes, out, symbols, style);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** What is none that is known is refused as OTLP, whose messages name what is not read. */
  private static ProfileFormat format(ProfileBytes bytes) throws IOException {
    return ProfileFormat.of(bytes.head(ProfileFormat.HEAD))
        .filter(ProfileFormat::isSymbolized)
        .orElse(ProfileFormat.OTLP);
  }

  /**
   * Symbolizes one message of OTLP, as it came over a network: not compressed, and never a file of
   * several. Nothing is written before all of it was read.
   *
   * @param message a ProfilesData or an ExportProfilesServiceRequest, which is not copied
   * @throws ProfileFormatException when it is not such a message
   */
  public static SymbolizeStatistics symbolizeMessage(
      byte[] message, OutputStream out, Symbols symbols, FrameStyle style) throws IOException {
    try {
      return OtlpSymbolizer.symbolizeMessage(message, out, symbols, style);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
