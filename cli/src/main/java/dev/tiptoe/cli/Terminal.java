// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Where a command reads and writes: UTF-8 and LF whatever the locale, results on standard output,
 * everything else on standard error.
 *
 * <p>For one thread, apart from {@link #note}.
 */
final class Terminal implements AutoCloseable {

  /** The reader of our output went away; there is nobody left to tell. */
  static final class ClosedPipe extends RuntimeException {
    private static final long serialVersionUID = 1;

    ClosedPipe(IOException cause) {
      super(cause);
    }
  }

  private final InputStream in;
  private final OutputStream out;
  private final OutputStream err;
  private final Set<String> said = ConcurrentHashMap.newKeySet();

  Terminal(InputStream in, OutputStream out, OutputStream err) {
    this.in = new BufferedInputStream(in);
    this.out = new BufferedOutputStream(out, 1 << 16);
    this.err = err;
  }

  InputStream in() {
    return in;
  }

  /** Writes one line of the result. */
  void line(CharSequence text) {
    try {
      out.write(text.toString().getBytes(StandardCharsets.UTF_8));
      out.write('\n');
    } catch (IOException e) {
      throw new ClosedPipe(e);
    }
  }

  /** Writes one row of tab-separated values. */
  void row(Object... fields) {
    line(Tsv.row(fields));
  }

  /** Writes one line about the work: a problem, a note, progress. */
  void note(String text) {
    try {
      flush();
      err.write(("tiptoe: " + text.replace('\n', ' ') + "\n").getBytes(StandardCharsets.UTF_8));
      err.flush();
    } catch (IOException e) {
      // Nobody listens on standard error; the exit code still tells.
    }
  }

  /** The same, but only once however often it is said. */
  void noteOnce(String text) {
    if (said.add(text)) {
      note(text);
    }
  }

  void flush() {
    try {
      out.flush();
    } catch (IOException e) {
      throw new ClosedPipe(e);
    }
  }

  @Override
  public void close() {
    flush();
  }
}
