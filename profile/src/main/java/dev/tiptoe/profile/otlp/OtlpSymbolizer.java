// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.otlp;

import dev.tiptoe.profile.FrameStyle;
import dev.tiptoe.profile.ProfileFormatException;
import dev.tiptoe.profile.SymbolizeStatistics;
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
    refuseOthers(bytes);
    WireWriter writer = WireWriter.to(out);
    SymbolizeStatistics statistics = symbolizeOne(bytes, writer, symbols, style);
    writer.flush();
    return statistics;
  }

  /**
   * Symbolizes a profile. Nothing is written before all of it was read.
   *
   * @throws ProfileFormatException when it is not such a profile
   */
  public static SymbolizeStatistics symbolize(
      ProfileBytes bytes, OutputStream out, Symbols symbols, FrameStyle style) throws IOException {
    refuseOthers(bytes);
    if (!bytes.isCompressed()) {
      return symbolizePlain(bytes, out, symbols, style);
    }
    GZIPOutputStream zipped = new GZIPOutputStream(out);
    SymbolizeStatistics statistics = symbolizePlain(bytes, zipped, symbols, style);
    zipped.finish();
    return statistics.withIgnoredFrom(bytes.ignoredFrom());
  }

  private static void refuseOthers(ProfileBytes bytes) throws IOException {
    byte[] head = bytes.head(Integer.BYTES);
    if (head.length > 0 && head[0] == '{') {
      throw bytes.bad(0, "OTLP in JSON, which is not read; only the binary form is");
    }
    if (head.length == Integer.BYTES && ByteBuffer.wrap(head).getInt() == 0x28b52ffd) {
      throw bytes.bad(0, "compressed with zstd, which is not read; decompress it first");
    }
  }

  private static SymbolizeStatistics symbolizePlain(
      ProfileBytes bytes, OutputStream out, Symbols symbols, FrameStyle style) throws IOException {
    WireWriter writer = WireWriter.to(out);
    byte[] head = bytes.head(1);
    SymbolizeStatistics statistics =
        head.length == 1 && head[0] >= 0 && head[0] < 1 << 3
            ? symbolizeAll(bytes, writer, symbols, style)
            : symbolizeOne(bytes, writer, symbols, style);
    writer.flush();
    return statistics;
  }

  private static SymbolizeStatistics symbolizeOne(
      ProfileBytes bytes, WireWriter out, Symbols symbols, FrameStyle style) {
    if (bytes.size() > Integer.MAX_VALUE) {
      throw bytes.bad(Integer.MAX_VALUE, "more than 2 GiB, which no message can have");
    }
    OtlpMessage message = OtlpMessage.read(bytes, 0, bytes.size(), symbols, style);
    message.write(out);
    return message.statistics();
  }

  /**
   * Symbolizes the messages of a file of the collector: each after its length, four bytes with the
   * highest first. No message begins with such a byte: its first field would have the number 0.
   */
  private static SymbolizeStatistics symbolizeAll(
      ProfileBytes bytes, WireWriter out, Symbols symbols, FrameStyle style) throws IOException {
    SymbolizeStatistics statistics = SymbolizeStatistics.NONE;
    boolean empty = true;
    long at = 0;
    while (at < bytes.size()) {
      long start = at + Integer.BYTES;
      if (start > bytes.size()) {
        throw bytes.bad(at, "the length of a message goes beyond the end of the file");
      }
      long length = Integer.toUnsignedLong(bytes.intAt(at));
      if (length == 0) {
        out.bytes(new byte[Integer.BYTES]);
        at = start;
        continue;
      }
      if (length > bytes.size() - start) {
        throw bytes.bad(at, "a message of " + length + " bytes goes beyond the end of the file");
      }
      OtlpMessage message = OtlpMessage.read(bytes, start, start + length, symbols, style);
      long written = message.writtenLength();
      if (written > Integer.MAX_VALUE) {
        throw bytes.bad(at, "the message would have more than 2 GiB, which no message can have");
      }
      out.bytes(ByteBuffer.allocate(Integer.BYTES).putInt((int) written).array());
      message.write(out);
      statistics = statistics.plus(message.statistics());
      at = start + length;
      empty = false;
    }
    if (empty) {
      throw bytes.bad(0, "every message has 0 bytes: not profiles");
    }
    return statistics;
  }
}
