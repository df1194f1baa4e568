// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.symbolize;

import dev.tiptoe.profile.FrameStyle;
import dev.tiptoe.profile.ProfileFormatException;
import dev.tiptoe.profile.SymbolizeStatistics;
import dev.tiptoe.profile.wire.ProfileBytes;
import dev.tiptoe.profile.wire.WireWriter;
import dev.tiptoe.symbols.Symbols;
import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.GZIPOutputStream;

/** Gives the .NET locations of pprof profiles the names and lines of their methods. Stateless. */
public final class PprofSymbolizer {

  private PprofSymbolizer() {}

  /**
   * Symbolizes a profile. Nothing is written before all of it was read.
   *
   * @throws ProfileFormatException when it is not such a profile
   */
  public static SymbolizeStatistics symbolize(
      ProfileBytes bytes, OutputStream out, Symbols symbols, FrameStyle style) throws IOException {
    PprofProfile profile = PprofProfile.read(bytes, symbols, style);
    if (bytes.isCompressed()) {
      GZIPOutputStream zipped = new GZIPOutputStream(out);
      write(profile, zipped);
      zipped.finish();
    } else {
      write(profile, out);
    }
    return profile.statistics().withIgnoredFrom(bytes.ignoredFrom());
  }

  private static void write(PprofProfile profile, OutputStream out) {
    WireWriter writer = WireWriter.to(out);
    profile.write(writer);
    writer.flush();
  }
}
