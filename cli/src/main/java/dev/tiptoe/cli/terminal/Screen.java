// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.terminal;

/** The screen of a command: whether its streams are on a terminal, and the size of the terminal. */
public interface Screen {

  /** No terminal: both streams go to pipes or files. */
  Screen NONE = new Fixed(false, false, 80, 24);

  /** Returns whether standard output is a terminal. */
  boolean showsResults();

  /** Returns whether standard error is a terminal. */
  boolean showsNotes();

  /** Returns whether standard input is a terminal. */
  boolean takesKeys();

  /** Returns the present number of columns. */
  int width();

  /** Returns the present number of lines. */
  int height();

  /** Returns whether results may be coloured: on a terminal, unless the user disables it. */
  boolean isColoured();

  /** Returns a terminal without colours, of a size that does not change. */
  static Screen of(int width, int height) {
    return new Fixed(true, true, width, height);
  }

  /** A screen without colours that does not change. */
  record Fixed(boolean showsResults, boolean showsNotes, int width, int height) implements Screen {
    @Override
    public boolean takesKeys() {
      return false;
    }

    @Override
    public boolean isColoured() {
      return false;
    }
  }
}
