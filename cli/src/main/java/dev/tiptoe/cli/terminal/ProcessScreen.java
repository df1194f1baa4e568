// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.terminal;

import com.sun.jna.LastErrorException;
import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * The terminal of this process. Immutable; the size is that at the time of the question.
 *
 * <p>By the environment: {@code NO_COLOR} with any text, or the terminal type {@code dumb}, means
 * no colours.
 */
public final class ProcessScreen implements Screen {

  private static final int STANDARD_INPUT = 0;
  private static final int STANDARD_OUTPUT = 1;
  private static final int STANDARD_ERROR = 2;
  private static final int USUAL_WIDTH = 80;
  private static final int USUAL_HEIGHT = 24;

  private final Map<String, String> environment;
  private final boolean results = isTerminal(STANDARD_OUTPUT);
  private final boolean notes = isTerminal(STANDARD_ERROR);
  private final boolean keys = isTerminal(STANDARD_INPUT);

  /** Looks at the streams of this process. */
  public ProcessScreen(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
  }

  /** The required function of the C library. */
  private interface C extends Library {
    int ioctl(int descriptor, NativeLong request, short[] size);
  }

  /**
   * The C library, loaded only where a size is requested. Numbers of its types load JNA as well.
   */
  private static final class Loaded {
    static final C LIBRARY = Native.load("c", C.class);
    static final NativeLong TIOCGWINSZ = new NativeLong(0x5413);
  }

  /** Where that cannot be found out, it is none. */
  private static boolean isTerminal(int descriptor) {
    try {
      String target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor)).toString();
      return target.startsWith("/dev/pts/")
          || target.startsWith("/dev/tty")
          || target.equals("/dev/console");
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }

  @Override
  public boolean showsResults() {
    return results;
  }

  @Override
  public boolean showsNotes() {
    return notes;
  }

  @Override
  public boolean takesKeys() {
    return keys;
  }

  @Override
  public int width() {
    return size(1, "COLUMNS", USUAL_WIDTH);
  }

  @Override
  public int height() {
    return size(0, "LINES", USUAL_HEIGHT);
  }

  @Override
  public boolean isColoured() {
    return results
        && environment.getOrDefault("NO_COLOR", "").isEmpty()
        && !environment.getOrDefault("TERM", "dumb").equals("dumb");
  }

  /** Returns the kernel's answer, else the variable's value, else what is usual. */
  private int size(int place, String variable, int usual) {
    if (results || notes) {
      // struct winsize: rows, columns, and two that are not used.
      short[] size = new short[4];
      try {
        int descriptor = results ? STANDARD_OUTPUT : STANDARD_ERROR;
        if (Loaded.LIBRARY.ioctl(descriptor, Loaded.TIOCGWINSZ, size) == 0 && size[place] > 0) {
          return size[place];
        }
      } catch (LastErrorException | LinkageError e) {
        // There is no such function here.
      }
    }
    try {
      int given = Integer.parseInt(environment.getOrDefault(variable, ""));
      return given > 0 ? given : usual;
    } catch (NumberFormatException e) {
      return usual;
    }
  }
}
