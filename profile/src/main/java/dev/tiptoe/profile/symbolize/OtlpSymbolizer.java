// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.symbolize;

import dev.tiptoe.profile.FrameStyle;
import dev.tiptoe.profile.ProfileFormatException;
import dev.tiptoe.profile.SymbolizeStatistics;
import dev.tiptoe.profile.message.OtlpFile;
import dev.tiptoe.profile.wire.ProfileBytes;
import dev.tiptoe.profile.wire.WireWriter;
import dev.tiptoe.symbols.Symbols;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.zip.GZIPOutputStream;

/**
 * Gives the .NET locations of OpenTelemetry profiles (OTLP) the names and lines of their methods.
 *
 * <p>A profile is a ProfilesData or an ExportProfilesServiceRequest, compressed with gzip or not,
 * or a file of the collector's file exporter, which has the length of each message before it.
 * Dictionaries of the versions 1.8 to 1.11 of the protocol are read; samples are not looked at.
 * Stateless.
 */
public final class OtlpSymbolizer {

  private OtlpSymbolizer() {}

  /**
   * Symbolizes one message, as it came over a network: not compressed, and never a file of several.
   * Nothing is written before all of it was read.
   *
   * @param message a ProfilesData or an ExportProfilesServiceRequest, which is not copied
   * @throws ProfileFormatException when it is not such a message
   */
  public static SymbolizeStatistics symbolizeMessage(
      byte[] message, OutputStream out, Symbols symbols, FrameStyle style) throws IOException {
    ProfileBytes bytes = ProfileBytes.of(message, "message");
    OtlpFile.refuseOthers(bytes);
    WireWriter writer = WireWriter.to(out);
    OtlpMessage read = OtlpMessage.read(bytes, 0, bytes.size(), symbols, style);
    read.write(writer);
    writer.flush();
    return read.statistics();
  }

  /**
   * Symbolizes a profile. Nothing is written before all of it was read.
   *
   * @throws ProfileFormatException when it is not such a profile
   */
  public static SymbolizeStatistics symbolize(
      ProfileBytes bytes, OutputStream out, Symbols symbols, FrameStyle style) throws IOException {
    OtlpFile.refuseOthers(bytes);
    if (!bytes.isCompressed()) {
      return symbolizePlain(bytes, out, symbols, style);
    }
    GZIPOutputStream zipped = new GZIPOutputStream(out);
    SymbolizeStatistics statistics = symbolizePlain(bytes, zipped, symbols, style);
    zipped.finish();
    return statistics.withIgnoredFrom(bytes.ignoredFrom());
  }

  private static SymbolizeStatistics symbolizePlain(
      ProfileBytes bytes, OutputStream out, Symbols symbols, FrameStyle style) throws IOException {
    WireWriter writer = WireWriter.to(out);
    boolean hasLengths = OtlpFile.hasLengths(bytes);
    SymbolizeStatistics[] sum = {SymbolizeStatistics.NONE};
    OtlpFile.forEach(
        bytes,
        (start, end) -> {
          if (start == end && hasLengths) {
            writer.bytes(new byte[Integer.BYTES]);
            return;
          }
          OtlpMessage message = OtlpMessage.read(bytes, start, end, symbols, style);
          if (hasLengths) {
            writeLength(writer, bytes, start, message.writtenLength());
          }
          message.write(writer);
          sum[0] = sum[0].plus(message.statistics());
        });
    writer.flush();
    return sum[0];
  }

  private static void writeLength(WireWriter writer, ProfileBytes bytes, long start, long length) {
    if (length > Integer.MAX_VALUE) {
      throw bytes.bad(start, "the message would have more than 2 GiB, which no message can have");
    }
    writer.bytes(ByteBuffer.allocate(Integer.BYTES).putInt((int) length).array());
  }
}
