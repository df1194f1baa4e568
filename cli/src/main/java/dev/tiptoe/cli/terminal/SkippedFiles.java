// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.terminal;

/**
 * Counts the files that are skipped for one kind of reason, and prints one note for all of them
 * with the first. For one thread.
 */
public final class SkippedFiles {

  private final Terminal terminal;
  private final String kind;
  private String first = "";
  private long count;

  /** Counts files that are all of one kind, as in "that hold no module". */
  public SkippedFiles(Terminal terminal, String kind) {
    this.terminal = terminal;
    this.kind = kind;
  }

  /** Counts the files that hold no module. */
  public static SkippedFiles noModules(Terminal terminal) {
    return new SkippedFiles(terminal, "that hold no module");
  }

  /** Counts one more; {@code what} has the name of the file and the reason. */
  public void add(String what) {
    if (count == 0) {
      first = what;
    }
    count++;
  }

  /** Prints the note, if any file was skipped. */
  public void print() {
    if (count == 1) {
      terminal.note("skipped " + first);
    } else if (count > 1) {
      terminal.note("skipped " + count + " files " + kind + "; the first is " + first);
    }
  }
}
