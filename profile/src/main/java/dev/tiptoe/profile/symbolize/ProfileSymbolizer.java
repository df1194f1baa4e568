// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.symbolize;

import dev.tiptoe.profile.FrameStyle;
import dev.tiptoe.profile.ProfileFormatException;
import dev.tiptoe.profile.SymbolizeStatistics;
import dev.tiptoe.profile.otlp.OtlpSymbolizer;
import dev.tiptoe.profile.pprof.PprofSymbolizer;
import dev.tiptoe.symbols.Symbols;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.util.Optional;

/** Symbolizes profiles of all formats that are read. */
public final class ProfileSymbolizer {

  /** The number of bytes at the beginning of a profile that are enough to recognize its format. */
  public static final int HEAD = 1 << 12;

  private ProfileSymbolizer() {}

  /** The formats of profiles. */
  public enum Format {
    /** OpenTelemetry profiles. */
    OTLP,
    /** Profiles of pprof. */
    PPROF
  }

  /**
   * Returns the format that the beginning of a file is of; empty when it is of none.
   *
   * @param head the first {@link #HEAD} bytes of the file, or all of it
   */
  public static Optional<Format> format(byte[] head) {
    return Sniffer.format(head);
  }

  /**
   * Symbolizes a profile.
   *
   * @param in read to its end, or to that of its gzip data, and not closed
   * @param out not closed
   * @throws ProfileFormatException when it is no profile of a format that is read, or damaged
   */
  public static SymbolizeStatistics symbolize(
      InputStream in, OutputStream out, Symbols symbols, FrameStyle style) throws IOException {
    byte[] head = in.readNBytes(HEAD);
    InputStream whole = new SequenceInputStream(new ByteArrayInputStream(head), in);
    return format(head).orElse(Format.OTLP) == Format.OTLP
        ? OtlpSymbolizer.symbolize(whole, out, symbols, style)
        : PprofSymbolizer.symbolize(whole, out, symbols, style);
  }
}
