// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.forward;

import dev.tiptoe.profile.FrameStyle;
import dev.tiptoe.profile.ProfileFormatException;
import dev.tiptoe.profile.SymbolizeStatistics;
import dev.tiptoe.profile.otlp.OtlpSymbolizer;
import dev.tiptoe.serve.message.Charge;
import dev.tiptoe.serve.message.Delays;
import dev.tiptoe.serve.message.Reason;
import dev.tiptoe.serve.message.Refusal;
import dev.tiptoe.serve.message.RefusedException;
import dev.tiptoe.serve.metric.ProxyMetrics;
import dev.tiptoe.serve.send.Export;
import dev.tiptoe.serve.setting.Compression;
import dev.tiptoe.serve.setting.Limits;
import dev.tiptoe.symbols.Symbols;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Map;
import java.util.zip.GZIPInputStream;

/** Names the frames of messages. Thread-safe. */
public final class Naming {

  private static final int AT_ONCE = 1 << 16;

  private final Symbols symbols;
  private final FrameStyle style;
  private final Compression compression;
  private final int largest;
  private final Delays delays;
  private final ProxyMetrics metrics;

  /** Creates one with some symbols. */
  public Naming(
      Symbols symbols,
      FrameStyle style,
      Compression compression,
      Limits limits,
      Delays delays,
      ProxyMetrics metrics) {
    this.symbols = symbols;
    this.style = style;
    this.compression = compression;
    this.largest = limits.message();
    this.delays = delays;
    this.metrics = metrics;
  }

  /**
   * Returns the message with names.
   *
   * @param charge has the bytes that were received; afterwards those that are returned
   * @throws RefusedException when it cannot be read, is too large, or there is no memory for it
   */
  Export named(byte[] received, Map<String, String> headers, Charge charge)
      throws RefusedException {
    boolean zipped = isGzip(received);
    byte[] plain = zipped ? inflated(received, charge) : received;
    if (plain.length > largest) {
      throw new RefusedException(tooLarge());
    }
    if (!charge.grow((long) plain.length * (Limits.WORKING - 1))) {
      throw new RefusedException(busy());
    }
    Output out = new Output(plain.length + plain.length / 2 + 64);
    long start = System.nanoTime();
    metrics.named(name(plain, out), System.nanoTime() - start);
    charge.set(out.held() + Charge.OVERHEAD);
    boolean zip = compression == Compression.GZIP || (compression == Compression.SAME && zipped);
    return new Export(out.bytes(), out.size(), zip, headers);
  }

  private SymbolizeStatistics name(byte[] plain, Output out) throws RefusedException {
    try {
      return OtlpSymbolizer.symbolizeMessage(plain, out, symbols, style);
    } catch (ProfileFormatException e) {
      throw new RefusedException(Refusal.of(Reason.DAMAGED, String.valueOf(e.getMessage())));
    } catch (IOException | UncheckedIOException e) {
      throw new RefusedException(
          Refusal.until(
              Reason.AWAY, "the symbols cannot be read: " + e.getMessage(), delays.forSender()));
    }
  }

  private static boolean isGzip(byte[] bytes) {
    return bytes.length > 1 && (bytes[0] & 0xff) == 0x1f && (bytes[1] & 0xff) == 0x8b;
  }

  /** Inflates as much as a message may have; the memory for it is taken on the way. */
  private byte[] inflated(byte[] zipped, Charge charge) throws RefusedException {
    Output out = new Output(Math.min(largest, 4 * zipped.length));
    byte[] some = new byte[AT_ONCE];
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(zipped), AT_ONCE)) {
      for (int read = in.read(some); read >= 0; read = in.read(some)) {
        if (out.size() + read > largest) {
          throw new RefusedException(tooLarge());
        }
        // Once for the stream, once for the array.
        if (!charge.grow(2L * read)) {
          throw new RefusedException(busy());
        }
        out.write(some, 0, read);
      }
    } catch (IOException e) {
      throw new RefusedException(
          Refusal.of(Reason.DAMAGED, "message: the gzip data is damaged: " + e.getMessage()));
    }
    return Arrays.copyOf(out.bytes(), out.size());
  }

  private Refusal tooLarge() {
    return Refusal.of(
        Reason.TOO_LARGE, "message: more than " + largest + " bytes, which is the limit");
  }

  private Refusal busy() {
    return Refusal.until(
        Reason.BUSY, "too many messages at once; send this again later", delays.forSender());
  }

  /** Bytes that are handed on without a copy. */
  private static final class Output extends ByteArrayOutputStream {
    Output(int size) {
      super(size);
    }

    byte[] bytes() {
      return buf;
    }

    int held() {
      return buf.length;
    }
  }
}
