// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.terminal;

/**
 * The files of folders that are left out for one kind of reason: one note for all of them, which
 * names the first. For one thread.
 */
public final class PassedOver {

  private final Terminal terminal;
  private final String kind;
  private String first = "";
  private long count;

  /** None so far; {@code kind} says what several of them are, as in "that hold no module". */
  public PassedOver(Terminal terminal, String kind) {
    this.terminal = terminal;
    this.kind = kind;
  }

  /** Those that hold no module. */
  public static PassedOver noModules(Terminal terminal) {
    return new PassedOver(terminal, "that hold no module");
  }

  /** One more; {@code what} names the file and says why. */
  public void add(String what) {
    if (count == 0) {
      first = what;
    }
    count++;
  }

  /** Notes what was passed over, if anything was. */
  public void tell() {
    if (count == 1) {
      terminal.note("passed over " + first);
    } else if (count > 1) {
      terminal.note("passed over " + count + " files " + kind + "; the first is " + first);
    }
  }
}
