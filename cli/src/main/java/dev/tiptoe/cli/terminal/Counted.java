// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.terminal;

/** Numbers of things, in words. */
public final class Counted {

  private Counted() {}

  /** Returns a number and its noun: {@code 1 sample}, {@code 2 samples}. */
  public static String of(long number, String noun) {
    return number + " " + plural(number, noun);
  }

  private static String plural(long number, String noun) {
    if (number == 1) {
      return noun;
    }
    return noun.endsWith("ch") ? noun + "es" : noun + "s";
  }
}
