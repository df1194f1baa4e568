// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.option;

import dev.tiptoe.cli.terminal.Problems;
import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.stores.StoreListener;
import java.nio.file.Path;

/**
 * Prints the problems of a store, up to a number, and on a terminal its progress where it takes
 * long.
 */
final class StoreNotes implements StoreListener {

  private static final int MOST = 20;
  private static final long INTERVAL = 5_000_000_000L;

  private final Terminal terminal;
  private final Problems problems;

  private int notes;
  private long next = System.nanoTime() + INTERVAL;

  StoreNotes(Terminal terminal, Problems problems) {
    this.terminal = terminal;
    this.problems = problems;
  }

  @Override
  public void progress(long files, long read) {
    long now = System.nanoTime();
    if (now - next >= 0 && terminal.screen().showsNotes()) {
      next = now + INTERVAL;
      terminal.note(files + " files of --symbols looked at, " + read + " of them read");
    }
  }

  @Override
  public void unused(Path place) {
    terminal.noteOnce(place + ": nothing in it can be used as symbols");
  }

  @Override
  public void unreadable(Path place, String problem) {
    problems.badInput("--symbols " + problem);
  }

  @Override
  public void note(String text) {
    notes++;
    if (notes <= MOST) {
      terminal.noteOnce(text);
    } else if (notes == MOST + 1) {
      terminal.note("there are more problems with files of --symbols, which are not listed");
    }
  }
}
