// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.pprof;

import dev.tiptoe.profile.FrameStyle;
import dev.tiptoe.profile.ProfileFormatException;
import dev.tiptoe.profile.SymbolizeStatistics;
import dev.tiptoe.profile.wire.ProfileBytes;
import dev.tiptoe.profile.wire.WireWriter;
import dev.tiptoe.symbols.Symbols;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;

/**
 * Gives the .NET locations of a pprof profile the names and lines of their methods.
 *
 * <p>The format has no word for the runtime of a frame. A location is one of .NET when the build ID
 * of its mapping is a module version ID, and its address is of IL as {@link
 * dev.tiptoe.profile.DotnetAddress} has it, or the symbols know the module. An address that is not
 * of IL is an RVA if the mapping starts at 0, as in profiles that were converted from OTLP; in a
 * mapping with a place in memory it is left alone.
 *
 * <p>A location whose method is known gets one line, and its mapping gets the flags has_functions,
 * has_filenames and has_line_numbers where they are true of all its locations. Functions and
 * strings that the profile lacks are added behind those that it has. Everything else stays as it
 * was, byte for byte. To symbolize the result again changes nothing. A profile that was compressed
 * is compressed again.
 *
 * <p>The memory is bounded, whatever the size of the profile.
 */
public final class PprofSymbolizer {

  private PprofSymbolizer() {}

  /**
   * Symbolizes a profile. Nothing is written before all of it was read.
   *
   * @param in read to its end, or to that of its gzip data, and not closed
   * @param out not closed
   * @throws ProfileFormatException when it is not such a profile
   */
  public static SymbolizeStatistics symbolize(
      InputStream in, OutputStream out, Symbols symbols, FrameStyle style) throws IOException {
    try (ProfileBytes bytes = ProfileBytes.read(in, "profile")) {
      return symbolize(bytes, out, symbols, style);
    }
  }

  /** Symbolizes a profile in a file, which must not be the one that is written. */
  public static SymbolizeStatistics symbolize(
      Path file, OutputStream out, Symbols symbols, FrameStyle style) throws IOException {
    try (ProfileBytes bytes = ProfileBytes.open(file)) {
      return symbolize(bytes, out, symbols, style);
    }
  }

  private static SymbolizeStatistics symbolize(
      ProfileBytes bytes, OutputStream out, Symbols symbols, FrameStyle style) throws IOException {
    if (bytes.size() > Integer.MAX_VALUE) {
      throw bytes.bad(Integer.MAX_VALUE, "more than 2 GiB, which no message can have");
    }
    try {
      PprofProfile profile = PprofProfile.read(bytes, symbols, style);
      if (bytes.isCompressed()) {
        GZIPOutputStream zipped = new GZIPOutputStream(out);
        write(profile, zipped);
        zipped.finish();
      } else {
        write(profile, out);
      }
      return profile.statistics().withIgnoredFrom(bytes.ignoredFrom());
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static void write(PprofProfile profile, OutputStream out) {
    WireWriter writer = WireWriter.to(out);
    profile.write(writer);
    writer.flush();
  }
}
