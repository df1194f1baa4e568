// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jline.terminal.Size;
import org.jline.terminal.impl.jni.JniTerminalProvider;
import org.jline.terminal.spi.Pty;
import org.jline.utils.ScreenTerminal;

/**
 * A terminal with a keyboard and a screen, without a window: a pseudo-terminal of the kernel, and
 * an emulator that draws what is written to it.
 */
final class PseudoTerminal implements AutoCloseable {

  private static final long DEADLINE_SECONDS = 120;
  private static final long DRAWING_SECONDS = 2;
  private static final Pattern DEVICE = Pattern.compile("/dev/pts/[0-9]+");

  private final Pty pty;
  private final ScreenTerminal screen;
  private boolean open = true;

  PseudoTerminal(int width, int height) throws IOException {
    pty = new JniTerminalProvider().open(null, Size.of(width, height));
    screen = new ScreenTerminal(width, height);
    Thread drawing = new Thread(this::draw, "drawing");
    drawing.setDaemon(true);
    drawing.start();
  }

  private void draw() {
    try (InputStream in = pty.getMasterInput();
        Reader reader = new InputStreamReader(in, StandardCharsets.UTF_8)) {
      char[] some = new char[4096];
      for (int read = reader.read(some); read >= 0; read = reader.read(some)) {
        screen.write(new String(some, 0, read));
      }
    } catch (IOException e) {
      // The other end is closed.
    }
  }

  /** Starts a command whose terminal this is, for input, output and signals. */
  Process start(ProcessBuilder command) throws IOException {
    Matcher device = DEVICE.matcher(pty.toString());
    assertTrue(device.find(), pty::toString);
    File file = new File(device.group());
    List<String> words = new ArrayList<>(List.of("/usr/bin/setsid", "--ctty"));
    words.addAll(command.command());
    ProcessBuilder builder = new ProcessBuilder(words);
    builder.environment().clear();
    builder.environment().putAll(command.environment());
    return builder.redirectInput(file).redirectOutput(file).redirectErrorStream(true).start();
  }

  /** Types keys. */
  void type(String keys) throws IOException {
    OutputStream out = pty.getMasterOutput();
    out.write(keys.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  /** Changes the size of its window. */
  void resize(int width, int height) throws IOException {
    screen.setSize(Size.of(width, height));
    pty.setSize(Size.of(width, height));
  }

  /** Returns the lines that its screen shows, without the spaces at their ends. */
  List<String> lines() {
    synchronized (screen) {
      int width = screen.getColumns();
      long[] cells = cells();
      List<String> lines = new ArrayList<>();
      for (int from = 0; from < cells.length; from += width) {
        StringBuilder line = new StringBuilder();
        for (int i = from; i < from + width; i++) {
          int character = ScreenTerminal.cellCodePoint(cells[i]);
          line.appendCodePoint(character == 0 ? ' ' : character);
        }
        lines.add(line.toString().stripTrailing());
      }
      return lines;
    }
  }

  /** Returns whether any character is emphasized. */
  boolean isStyled() {
    synchronized (screen) {
      for (long cell : cells()) {
        if (ScreenTerminal.cellBold(cell)
            || ScreenTerminal.cellDim(cell)
            || ScreenTerminal.cellHasForeground(cell)) {
          return true;
        }
      }
      return false;
    }
  }

  private long[] cells() {
    long[] cells = new long[screen.getColumns() * screen.getRows()];
    screen.dump(cells, new int[2]);
    return cells;
  }

  /** Returns how the terminal treats what is typed. */
  String modes() throws IOException {
    return pty.getAttr().toString();
  }

  /**
   * Waits until its screen shows something that a process writes. What it wrote last may be drawn
   * when it has ended.
   */
  void await(Process process, Predicate<List<String>> wanted) {
    assertTrue(isShown(process, wanted), () -> "in vain: " + String.join("\n", lines()));
  }

  /** Waits like {@link #await}, and returns whether the screen showed it. */
  private boolean isShown(Process process, Predicate<List<String>> wanted) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
    boolean ended = false;
    try {
      while (!wanted.test(lines()) && System.nanoTime() < deadline) {
        if (ended) {
          Thread.sleep(5);
        } else if (process.waitFor(5, TimeUnit.MILLISECONDS)) {
          ended = true;
          deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DRAWING_SECONDS);
        }
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    return wanted.test(lines());
  }

  /** Closes the terminal, as its window is closed. */
  void hangUp() throws IOException {
    if (open) {
      open = false;
      pty.close();
    }
  }

  @Override
  public void close() throws IOException {
    hangUp();
  }
}
