// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.terminal;

/**
 * Limits how much of long texts is printed: 64 MiB in total, and after that half a KiB of each.
 *
 * <p>A normal file never reaches the limit, because it refers to a long text once. A file made to
 * fill a disk refers to it in each of its rows. Mutable, not thread-safe.
 */
public final class Allowance {

  /** A text of so many bytes or characters is always printed whole. */
  public static final int SHORT = 1 << 9;

  private long left = 64 << 20;

  /** Returns how much of the next text of this length is printed. */
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

  /**
   * Returns the part of {@code text} that is printed; a cut text ends in {@code …} and its length.
   */
  public String of(String text) {
    int shown = of(text.length());
    return shown < text.length()
        ? text.substring(0, shown) + "… (" + text.length() + " characters)"
        : text;
  }
}
