// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.terminal;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Shows the progress of a long task in one line on standard error, which a thread of its own
 * refreshes: the part that is done, the rate, and the remaining time. Nothing is shown if standard
 * error is no terminal, in the first second, and after it is closed.
 *
 * <p>{@link #at} and {@link #add} are for one thread; the line is drawn by another.
 */
public final class Progress implements AutoCloseable {

  /** What is counted. */
  public enum Unit {
    /** Bytes. */
    BYTES(""),
    /** Files. */
    FILES(" files"),
    /** Nothing: only the time is shown. */
    TIME("");

    private final String word;

    Unit(String word) {
      this.word = word;
    }
  }

  private static final long FIRST = TimeUnit.SECONDS.toNanos(1);
  private static final long BETWEEN_MILLIS = 200;

  private final Terminal terminal;
  private final String what;
  private final Unit unit;
  private final LongSupplier clock;
  private final long start;
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile long done;
  private volatile long total;

  /** The share that is done, where the total is not known; negative when nothing is known. */
  private volatile double share = -1;

  /**
   * Creates one that draws only at {@link #tick}.
   *
   * @param total what there is to do in all; 0 when that is not known
   * @param clock gives the time in nanoseconds
   */
  Progress(Terminal terminal, String what, Unit unit, long total, LongSupplier clock) {
    this.terminal = terminal;
    this.what = what;
    this.unit = unit;
    this.total = total;
    this.clock = clock;
    this.start = clock.getAsLong();
  }

  /** Draws from now on, until it is closed. */
  Progress started() {
    Thread drawing = new Thread(this::draw, "progress");
    drawing.setDaemon(true);
    drawing.start();
    return this;
  }

  private void draw() {
    try {
      while (!closed.await(BETWEEN_MILLIS, TimeUnit.MILLISECONDS)) {
        tick();
      }
    } catch (InterruptedException e) {
      // Nothing interrupts this thread; without it there is just no progress to see.
    }
  }

  /** Draws the line if the first second is over. */
  void tick() {
    long elapsed = clock.getAsLong() - start;
    if (elapsed >= FIRST) {
      terminal.showStatus(this, text(elapsed));
    }
  }

  /** Takes in how much is done of how much; 0 when that is not known. */
  public void at(long nowDone, long ofTotal) {
    total = ofTotal;
    done = nowDone;
  }

  /** Takes in how much is done so far. */
  public void at(long nowDone) {
    done = nowDone;
  }

  /** Takes in the share that is done, from 0 to 1, where the total is not known. */
  public void atShare(double nowDone) {
    share = nowDone;
  }

  /** Takes in that so much more is done. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes
  public void add(long more) {
    done += more;
  }

  /** Returns a stream that counts what is read of another. */
  public InputStream counting(InputStream in) {
    return new FilterInputStream(in) {
      @Override
      public int read() throws IOException {
        int octet = super.read();
        add(octet < 0 ? 0 : 1);
        return octet;
      }

      @Override
      public int read(byte[] into, int from, int length) throws IOException {
        int read = super.read(into, from, length);
        add(Math.max(0, read));
        return read;
      }
    };
  }

  private String text(long elapsed) {
    double seconds = elapsed / 1e9;
    long now = done;
    long all = total;
    if (unit == Unit.TIME || now == 0) {
      return what + "  " + time(seconds);
    }
    double rate = now / seconds;
    StringBuilder text = new StringBuilder(what).append("  ");
    double part = all > 0 ? (double) now / all : share;
    if (part >= 0) {
      text.append((long) (100 * Math.min(1, part))).append("%  ");
    }
    text.append(amount(now));
    if (all > 0) {
      text.append(" of ").append(amount(all));
    }
    text.append(unit.word).append(", ").append(amount(Math.round(rate))).append(unit.word);
    text.append("/s");
    if (part > 0 && part < 1) {
      text.append(", ").append(time(seconds * (1 - part) / part)).append(" left");
    }
    return text.toString();
  }

  private String amount(long number) {
    if (unit != Unit.BYTES) {
      return Long.toString(number);
    }
    return number < 1_000_000
        ? number / 1000 + " kB"
        : number < 1_000_000_000
            ? String.format(Locale.ROOT, number < 10_000_000 ? "%.1f MB" : "%.0f MB", number / 1e6)
            : String.format(Locale.ROOT, "%.2f GB", number / 1e9);
  }

  private static String time(double seconds) {
    long whole = Math.round(seconds);
    return whole < 60
        ? whole + " s"
        : whole < 3600
            ? whole / 60 + " min " + whole % 60 + " s"
            : whole / 3600 + " h " + whole / 60 % 60 + " min";
  }

  /** Clears the line. */
  @Override
  public void close() {
    closed.countDown();
    terminal.clearStatus(this);
  }
}
