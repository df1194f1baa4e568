// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.terminal;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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

  /** The names of temporary copies, by their paths. */
  private final Map<String, String> renamed = new ConcurrentHashMap<>();

  private final Screen screen;
  private final Object errors = new Object();

  /** The lines of the screen that notes take; guarded by {@link #errors}. */
  private int noteLines;

  private volatile Optional<IOException> lost = Optional.empty();

  /** The work whose progress is in the last line of standard error; guarded by {@link #errors}. */
  private Optional<Progress> shown = Optional.empty();

  /** Results are on the same terminal, where a status line would come between them. */
  private volatile boolean scrolls;

  /** Creates one on no screen, whose notes begin with the name of the program. */
  public Terminal(String name, InputStream in, OutputStream out, OutputStream err) {
    this(name, in, out, err, Screen.NONE);
  }

  /** Creates one whose notes begin with the name of the program. */
  public Terminal(String name, InputStream in, OutputStream out, OutputStream err, Screen screen) {
    this.name = name;
    this.screen = screen;
    this.in = new BufferedInputStream(in);
    this.out = new BufferedOutputStream(out, 1 << 16);
    this.err = err;
  }

  public InputStream in() {
    return in;
  }

  /** Returns what people see of this. */
  public Screen screen() {
    return screen;
  }

  /** Writes one line of the result. */
  public void line(CharSequence text) {
    print(Printable.of(text) + "\n");
  }

  /** Writes one line of the result, cut where the screen ends. */
  public void line(StyledLine line) {
    int width = screen.showsResults() ? screen.width() : Integer.MAX_VALUE;
    print(line.text(screen.isColoured(), width) + "\n");
  }

  /** Writes one line of JSON, which {@link JsonRow} made. */
  public void json(String printable) {
    print(printable + "\n");
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

  /**
   * Takes the whole screen for pictures that follow one another, and gives it back when it is
   * closed. Only where {@link Screen#showsResults}. The keys that are typed meanwhile are not
   * shown, where standard input is the terminal as well.
   */
  public final class Pictures implements AutoCloseable {

    private static final String ENTER = "\u001b[?1049h\u001b[?25l";
    private static final String LEAVE = "\u001b[?25h\u001b[?1049l";
    private static final String HOME = "\u001b[H";
    private static final String REST_OF_LINE = "\u001b[K";
    private static final String REST_OF_SCREEN = "\u001b[J";

    private final Optional<Keyboard> keyboard;
    private List<StyledLine> shown = List.of();
    private boolean open;

    private Pictures(Optional<Keyboard> keyboard) {
      this.keyboard = keyboard;
      enter();
    }

    /** Takes the screen, which was left. */
    public void enter() {
      open = true;
      keyboard.ifPresent(Keyboard::enter);
      print(ENTER);
      flushResults();
    }

    /** Shows a picture instead of the last, cut where the screen ends. */
    public void show(List<StyledLine> lines) {
      shown = lines;
      int width = screen.width();
      StringBuilder picture = new StringBuilder(HOME);
      int height = Math.min(lines.size(), screen.height());
      for (int i = 0; i < height; i++) {
        // Behind a full line, some terminals would erase its last character.
        picture.append(i > 0 ? "\r\n" : "").append(REST_OF_LINE);
        picture.append(lines.get(i).text(screen.isColoured(), width));
      }
      print(picture + (height < screen.height() ? "\r\n" + REST_OF_SCREEN : ""));
      flushResults();
    }

    /** Returns the next key that was typed and not yet returned. */
    public Optional<Character> key() throws IOException {
      return keyboard.isPresent() ? keyboard.get().key() : Optional.empty();
    }

    /** Returns whether keys have an effect. */
    public boolean takesKeys() {
      return keyboard.isPresent();
    }

    /**
     * Gives the screen back. What was shown last stays there as usual output.
     *
     * @throws OutputLost when the terminal is gone
     */
    public void leave() {
      if (open) {
        open = false;
        keyboard.ifPresent(Keyboard::leave);
        print(LEAVE);
        shown.forEach(Terminal.this::line);
        flushResults();
      }
    }

    /** Gives the screen back for good. */
    @Override
    public void close() {
      try {
        leave();
      } finally {
        keyboard.ifPresent(Keyboard::close);
      }
    }

    /** Gives the screen back, from any thread, where the command ends without closing this. */
    public void abandon() {
      keyboard.ifPresent(Keyboard::leave);
      toErr(LEAVE);
    }
  }

  /** Takes the whole screen. */
  public Pictures pictures() {
    return new Pictures(screen.takesKeys() ? Keyboard.open() : Optional.empty());
  }

  private void print(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    print(utf8, utf8.length);
  }

  /** Writes the first {@code length} bytes, which hold only what is printable. */
  void print(byte[] utf8, int length) {
    scroll();
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
    scroll();
    try {
      out.write(input, from, length);
    } catch (IOException e) {
      lost = Optional.of(e);
    }
    requireOutput();
  }

  /** Writes what is still buffered, for a reader that waits for it at the other end. */
  public void flushResults() {
    flush();
    requireOutput();
  }

  /**
   * Ends the command quietly when other output than this cannot be written because its reader is
   * gone.
   */
  public void requireReader(IOException problem) {
    if (isClosedPipe(problem)) {
      lost = Optional.of(problem);
      throw new OutputLost(problem);
    }
  }

  private static boolean isClosedPipe(IOException problem) {
    return CLOSED_PIPE.matcher(Problems.describe(problem)).find();
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

  /** Writes one line about the work: a problem, a note. */
  public void note(String text) {
    flush();
    String named = text;
    for (Map.Entry<String, String> copy : renamed.entrySet()) {
      named = named.replace(copy.getKey(), copy.getValue());
    }
    synchronized (errors) {
      clear();
      String line = name + ": " + Printable.of(named);
      noteLines += screen.showsNotes() ? 1 + (line.length() - 1) / Math.max(1, screen.width()) : 0;
      toErr(line + "\n");
    }
  }

  /** Returns how many lines of the screen notes have left for results. */
  public int room() {
    synchronized (errors) {
      return Math.max(0, screen.height() - noteLines);
    }
  }

  /**
   * Makes notes name what a temporary copy is a copy of, wherever they would name the copy: users
   * do not know its path.
   */
  public void rename(Path copy, String name) {
    renamed.put(copy.toString(), name);
  }

  private void toErr(String text) {
    try {
      err.write(text.getBytes(StandardCharsets.UTF_8));
      err.flush();
    } catch (IOException e) {
      // Standard error is closed; the exit code still has the result.
    }
  }

  /**
   * Shows how far a work is, until that is closed, if it takes longer than a second and standard
   * error is a terminal.
   *
   * @param what the work, such as {@code reading a.tiptoe}
   * @param total what there is to do in all; 0 when that is not known
   */
  public Progress progress(String what, Progress.Unit unit, long total) {
    Progress progress = new Progress(this, what, unit, total, System::nanoTime);
    return screen.showsNotes() ? progress.started() : progress;
  }

  /** Shows the line of a work, instead of the last. */
  void showStatus(Progress work, String text) {
    int width = screen.width();
    synchronized (errors) {
      if (!scrolls && screen.showsNotes()) {
        shown = Optional.of(work);
        toErr("\r" + new StyledLine().add(text).text(false, width - 1) + "\u001b[K");
      }
    }
  }

  /** Clears the line of a work, if it is the one that is shown. */
  void clearStatus(Progress work) {
    synchronized (errors) {
      if (shown.filter(each -> each == work).isPresent()) {
        clear();
      }
    }
  }

  private void clear() {
    if (shown.isPresent()) {
      shown = Optional.empty();
      toErr("\r\u001b[K");
    }
  }

  /** From the first result on a terminal on there is no status line. */
  private void scroll() {
    if (!scrolls && screen.showsResults()) {
      synchronized (errors) {
        scrolls = true;
        clear();
      }
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
    synchronized (errors) {
      clear();
    }
    if (lost.isEmpty()) {
      return exitCode;
    }
    if (isClosedPipe(lost.get())) {
      return ExitCode.OK;
    }
    note("standard output: " + Problems.describe(lost.get()));
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
