// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.given;

import dev.tiptoe.profile.FrameStyle;
import dev.tiptoe.profile.SymbolizeStatistics;
import dev.tiptoe.profile.format.ProfileFormat;
import dev.tiptoe.profile.format.ProfileSymbolizer;
import dev.tiptoe.symbols.Symbols;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/** The result of a symbolization. */
public final class Runs {

  private final byte[] bytes;
  private final SymbolizeStatistics statistics;

  private Runs(byte[] bytes, SymbolizeStatistics statistics) {
    this.bytes = bytes;
    this.statistics = statistics;
  }

  /** Returns the profile. */
  public byte[] bytes() {
    return bytes;
  }

  /** Returns the counts. */
  public SymbolizeStatistics statistics() {
    return statistics;
  }

  /** Symbolizes a profile of OTLP. */
  public static Runs otlp(byte[] profile, Symbols symbols) throws IOException {
    return otlp(profile, symbols, FrameStyle.WRITTEN);
  }

  /** Symbolizes a profile of OTLP, with names of a style. */
  public static Runs otlp(byte[] profile, Symbols symbols, FrameStyle style) throws IOException {
    var out = new ByteArrayOutputStream();
    SymbolizeStatistics statistics =
        ProfileSymbolizer.symbolize(
            ProfileFormat.OTLP, new ByteArrayInputStream(profile), out, symbols, style);
    return new Runs(out.toByteArray(), statistics);
  }

  /** Symbolizes a profile of pprof. */
  public static Runs pprof(byte[] profile, Symbols symbols) throws IOException {
    var out = new ByteArrayOutputStream();
    SymbolizeStatistics statistics =
        ProfileSymbolizer.symbolize(
            ProfileFormat.PPROF,
            new ByteArrayInputStream(profile),
            out,
            symbols,
            FrameStyle.WRITTEN);
    return new Runs(out.toByteArray(), statistics);
  }
}
