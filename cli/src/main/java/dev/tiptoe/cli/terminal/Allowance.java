// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.terminal;

/**
 * How much of what is long is still told whole: 64 MiB in all, and then half a KiB of each.
 *
 * <p>No honest file comes near: it names a long text once. One made to fill a disk names it in each
 * of its rows. Mutable, for one thread.
 */
public final class Allowance {

  private static final int SHORT = 1 << 9;

  private long left = 64 << 20;

  /** How much is told of the next, which is so long. */
  int of(int length) {
    if (length <= SHORT) {
      return length;
    }
    if (length > left) {
      return SHORT;
    }
    left -= length;
    return length;
  }

  /** As much of {@code text} as is told; what is cut ends in {@code …} and its length. */
  public String of(String text) {
    int shown = of(text.length());
    return shown < text.length()
        ? text.substring(0, shown) + "… (" + text.length() + " characters)"
        : text;
  }
}
