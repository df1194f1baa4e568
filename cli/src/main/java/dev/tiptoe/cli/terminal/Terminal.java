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
 * The input and output of a command: UTF-8 and LF whatever the locale, results on standard output,
 * everything else on standard error.
 *
 * <p>Output may contain names, paths and messages that an attacker chose. Every method escapes what
 * is not {@linkplain Printable printable}. The only line feeds are those that end a line here; the
 * only tabs are those between the fields of a row.
 *
 * <p>Not thread-safe, except for {@link #note}.
 */
public final class Terminal {

  /**
   * Thrown when results can no longer be written, so that the command stops; {@link #finish} has
   * the cause.
   */
  public static final class OutputLost extends RuntimeException {
    private static final long serialVersionUID = 1;

    public OutputLost(IOException cause) {
      super(cause);
    }
  }

  /**
   * The message for EPIPE: Java gives no number, and the C library translates it in some languages.
   */
  private static final Pattern CLOSED_PIPE =
      Pattern.compile("\\bpipe\\b", Pattern.CASE_INSENSITIVE);

  private final String name;
  private final InputStream in;
  private final OutputStream out;
  private final OutputStream err;
  private final Set<String> said = ConcurrentHashMap.newKeySet();
  private volatile Optional<IOException> lost = Optional.empty();

  /** Creates a terminal whose notes begin with the name of the program. */
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
   * Returns a writer of JSON. A non-printable character can only be inside a string there, and is
   * escaped in JSON's way, so that the value stays the same; line feeds lay the text out. Flushing
   * or closing it has no effect.
   */
  public Writer json() {
    return new Writer() {
      @Override
      public void write(char[] text, int from, int length) {
        print(Printable.inJson(new String(text, from, length)));
      }

      @Override
      public void flush() {
        // The end of the command flushes.
      }

      @Override
      public void close() {
        // The stream belongs to the caller.
      }
    };
  }

  private void print(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    print(utf8, utf8.length);
  }

  /** Writes the first {@code length} bytes, which hold only what is printable. */
  void print(byte[] utf8, int length) {
    try {
      out.write(utf8, 0, length);
    } catch (IOException e) {
      lost = Optional.of(e);
    }
    requireOutput();
  }

  /**
   * Writes bytes of the input as they are, for a command that passes its input on: nothing in them
   * is escaped, as {@code cat} escapes nothing. What the command adds must be printable.
   */
  public void passOn(byte[] input, int from, int length) {
    try {
      out.write(input, from, length);
    } catch (IOException e) {
      lost = Optional.of(e);
    }
    requireOutput();
  }

  /** Writes what is still buffered, for whoever waits for it at the other end. */
  public void flushResults() {
    flush();
    requireOutput();
  }

  private void requireOutput() {
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
      // Standard error is closed; the exit code still has the result.
    }
  }

  /** The same, but each text is printed only once. */
  public void noteOnce(String text) {
    if (said.add(text)) {
      note(text);
    }
  }

  /** Prints the stack trace of a problem and its causes, for debugging Tiptoe. */
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
   * Flushes the output and returns the exit code: the command's own, unless results were lost. A
   * reader that closes the pipe early loses nothing.
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
