// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.terminal;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * Where a command reads and writes: UTF-8 and LF whatever the locale, results on standard output,
 * everything else on standard error.
 *
 * <p>What is written may hold names, paths and messages that an attacker chose. Each method escapes
 * what is not {@linkplain Printable printable}, and there is none that does not. The only line
 * feeds are those that end a line here, the only tabs those between the fields of a row.
 *
 * <p>For one thread, apart from {@link #note}.
 */
public final class Terminal {

  /** Results go nowhere any more, so the command may stop; {@link #finish} knows why. */
  public static final class OutputLost extends RuntimeException {
    private static final long serialVersionUID = 1;

    public OutputLost(IOException cause) {
      super(cause);
    }
  }

  /** What EPIPE says: Java tells no number, and the C library of some languages translates it. */
  private static final Pattern CLOSED_PIPE =
      Pattern.compile("\\bpipe\\b", Pattern.CASE_INSENSITIVE);

  private final String name;
  private final InputStream in;
  private final OutputStream out;
  private final OutputStream err;
  private final Set<String> said = ConcurrentHashMap.newKeySet();
  private volatile Optional<IOException> lost = Optional.empty();

  /** A terminal whose notes begin with the name of the program. */
  public Terminal(String name, InputStream in, OutputStream out, OutputStream err) {
    this.name = name;
    this.in = new BufferedInputStream(in);
    this.out = new BufferedOutputStream(out, 1 << 16);
    this.err = err;
  }

  public InputStream in() {
    return in;
  }

  /** Writes one line of the result. */
  public void line(CharSequence text) {
    print(Printable.of(text) + "\n");
  }

  /**
   * A writer of JSON. What is not printable can only be inside a string there, and is escaped as
   * JSON does it, so that the value stays the same; line feeds lay the text out. To flush or close
   * it does nothing.
   */
  public Writer json() {
    return new Writer() {
      @Override
      public void write(char[] text, int from, int length) {
        print(Printable.inJson(new String(text, from, length)));
      }

      @Override
      public void flush() {
        // The command's end does.
      }

      @Override
      public void close() {
        // It is not ours.
      }
    };
  }

  private void print(String text) {
    try {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      lost = Optional.of(e);
    }
    if (lost.isPresent()) {
      throw new OutputLost(lost.get());
    }
  }

  /** Writes one row of tab-separated values. */
  public void row(Object... fields) {
    print(Tsv.row(fields) + "\n");
  }

  /** Writes one line about the work: a problem, a note, progress. */
  public void note(String text) {
    flush();
    try {
      err.write((name + ": " + Printable.of(text) + "\n").getBytes(StandardCharsets.UTF_8));
      err.flush();
    } catch (IOException e) {
      // Nobody listens on standard error; the exit code still tells.
    }
  }

  /** The same, but only once however often it is said. */
  public void noteOnce(String text) {
    if (said.add(text)) {
      note(text);
    }
  }

  /** Writes where a problem and its causes came from: for those who look for a fault in Tiptoe. */
  public void stackTrace(Throwable problem) {
    note(problem.toString());
    for (StackTraceElement frame : problem.getStackTrace()) {
      note("    at " + frame);
    }
    if (problem.getCause() != null) {
      stackTrace(problem.getCause());
    }
  }

  /**
   * Writes what is left and gives the exit code of the whole: the command's own, unless results of
   * it were lost. A reader who has seen enough and went away loses nothing.
   */
  public int finish(int exitCode) {
    flush();
    if (lost.isEmpty()) {
      return exitCode;
    }
    String why = Problems.describe(lost.get());
    if (CLOSED_PIPE.matcher(why).find()) {
      return ExitCode.OK;
    }
    note("standard output: " + why);
    return ExitCode.BAD_INPUT;
  }

  private void flush() {
    try {
      out.flush();
    } catch (IOException e) {
      lost = Optional.of(e);
    }
  }
}
