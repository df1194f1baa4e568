// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.forward;

import dev.tiptoe.profile.FrameStyle;
import dev.tiptoe.profile.ProfileFormatException;
import dev.tiptoe.profile.SymbolizeStatistics;
import dev.tiptoe.profile.format.ProfileSymbolizer;
import dev.tiptoe.profile.wire.GzipMembers;
import dev.tiptoe.serve.message.Delays;
import dev.tiptoe.serve.message.Reason;
import dev.tiptoe.serve.message.RefusedException;
import dev.tiptoe.serve.message.SenderRefusal;
import dev.tiptoe.serve.metric.ProxyMetrics;
import dev.tiptoe.serve.send.Export;
import dev.tiptoe.serve.setting.Compression;
import dev.tiptoe.serve.setting.Limits;
import dev.tiptoe.symbols.Symbols;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/** Names the frames of messages. Thread-safe. */
public final class Naming {

  /** The head of gzip data, an empty block, and the trailer. */
  private static final int LEAST_GZIP = 20;

  /** So much may be written for any message: a short one may have a frame with a long name. */
  private static final int LEAST_OUTPUT = 1 << 17;

  private static final int LARGEST_ARRAY = Integer.MAX_VALUE - 8;

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

  /** Returns the inflated length that a message states, at most that of the largest message. */
  int claim(byte[] received) {
    if (!GzipMembers.isGzip(received) || received.length < LEAST_GZIP) {
      return Math.min(largest, received.length);
    }
    int last = ByteBuffer.wrap(received).order(ByteOrder.LITTLE_ENDIAN).getInt(received.length - 4);
    return (int) Math.min(largest, Integer.toUnsignedLong(last));
  }

  /** Returns the length of the largest message. */
  int largest() {
    return largest;
  }

  /**
   * Returns the message with names; empty if it is longer than was claimed, or becomes so long with
   * its names that it needs the memory of a longer one.
   *
   * @param claim its length, or more
   * @throws RefusedException when it cannot be read or is too large
   */
  Optional<Export> named(byte[] received, int claim, Map<String, String> headers)
      throws RefusedException {
    boolean zipped = GzipMembers.isGzip(received);
    Optional<byte[]> inflated = zipped ? inflated(received, claim) : Optional.of(received);
    if (inflated.isEmpty()) {
      return Optional.empty();
    }
    byte[] plain = inflated.get();
    if (plain.length > largest) {
      throw new RefusedException(tooLarge());
    }
    int most = (int) Math.max(LEAST_OUTPUT, Math.min((long) claim * Limits.WORKING, LARGEST_ARRAY));
    Output out = new Output(plain.length + plain.length / 8 + 1024, most);
    long start = System.nanoTime();
    try {
      metrics.named(name(plain, out), System.nanoTime() - start);
    } catch (TooLongException e) {
      if (claim < largest) {
        return Optional.empty();
      }
      throw new RefusedException(
          SenderRefusal.of(
              Reason.TOO_LARGE,
              "message: with names it has more than " + most + " bytes, which is the limit"));
    }
    boolean zip = compression == Compression.GZIP || (compression == Compression.SAME && zipped);
    return Optional.of(new Export(out.bytes(), out.size(), zip, headers));
  }

  private SymbolizeStatistics name(byte[] plain, OutputStream out) throws RefusedException {
    try {
      return ProfileSymbolizer.symbolizeMessage(plain, out, symbols, style);
    } catch (ProfileFormatException e) {
      throw new RefusedException(SenderRefusal.of(Reason.DAMAGED, String.valueOf(e.getMessage())));
    } catch (IOException | UncheckedIOException e) {
      throw new RefusedException(
          SenderRefusal.until(
              Reason.AWAY, "the symbols cannot be read: " + e.getMessage(), delays.forSender()));
    }
  }

  /** Inflates no more than was claimed; empty if that is not all. */
  private Optional<byte[]> inflated(byte[] zipped, int claim) throws RefusedException {
    byte[] plain = new byte[claim];
    try (GzipMembers in = new GzipMembers(new ByteArrayInputStream(zipped))) {
      int length = in.readNBytes(plain, 0, claim);
      if (in.read() < 0) {
        return Optional.of(length == claim ? plain : Arrays.copyOf(plain, length));
      }
    } catch (IOException e) {
      throw new RefusedException(
          SenderRefusal.of(Reason.DAMAGED, "message: the gzip data is damaged: " + e.getMessage()));
    }
    if (claim == largest) {
      throw new RefusedException(tooLarge());
    }
    return Optional.empty();
  }

  private SenderRefusal tooLarge() {
    return SenderRefusal.of(
        Reason.TOO_LARGE, "message: more than " + largest + " bytes, which is the limit");
  }

  /** What is written is longer than its memory. */
  private static final class TooLongException extends RuntimeException {
    private static final long serialVersionUID = 1;

    TooLongException() {
      super("too long", null, false, false);
    }
  }

  /** Bytes that are handed on, without a copy where most of the array is in use. */
  private static final class Output extends ByteArrayOutputStream {
    private final int most;

    Output(int size, int most) {
      super(size);
      this.most = most;
    }

    @Override
    public synchronized void write(int one) {
      require(1);
      super.write(one);
    }

    @Override
    public synchronized void write(byte[] some, int from, int length) {
      require(length);
      super.write(some, from, length);
    }

    private void require(int more) {
      if (more > most - size()) {
        throw new TooLongException();
      }
    }

    byte[] bytes() {
      return buf.length - size() > size() / 4 ? toByteArray() : buf;
    }
  }
}
