// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.file;

import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.symbols.text.LineFilter;

/** Writes to the terminal what a filter passes on. */
record FilteredOutput(Terminal terminal) implements LineFilter.Output {

  @Override
  public void write(byte[] bytes, int from, int length) {
    terminal.passOn(bytes, from, length);
  }

  @Override
  public void flush() {
    terminal.flushResults();
  }
}
