// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols;

import java.util.Arrays;

/**
 * Finds the longest of many texts that is a prefix of another text. Immutable.
 *
 * <p>The texts are sorted, and each knows the longest other one that it begins with itself, its
 * parent. A text that lies between another one and something that begins with that one begins with
 * it, too. So the last text that is not behind the one sought is it, or it is among its ancestors:
 * the first that is not longer than what both have in common. That takes a binary search over the
 * texts and one over the ancestors, however many there are and whatever they begin with.
 */
final class PrefixTable {

  /** No text. */
  static final int NONE = -1;

  private final String[] texts;
  private final int[] parents;

  /**
   * Ancestors that are farther away, the farther the more there are: any is reached in few steps.
   */
  private final int[] jumps;

  /** Creates a table of distinct texts. */
  PrefixTable(String... texts) {
    this.texts = texts.clone();
    Arrays.sort(this.texts);
    parents = new int[texts.length];
    jumps = new int[texts.length];
    int[] depths = new int[texts.length];
    for (int i = 0; i < texts.length; i++) {
      int parent = i - 1;
      while (parent != NONE && !this.texts[i].startsWith(this.texts[parent])) {
        parent = parents[parent];
      }
      link(i, parent, depths);
    }
  }

  /**
   * Jumps as far as the parent's two next jumps where these are equally far, else to the parent.
   */
  private void link(int text, int parent, int[] depths) {
    int next = parent == NONE ? NONE : jumps[parent];
    int afterNext = next == NONE ? NONE : jumps[next];
    int depth = parent == NONE ? 0 : depths[parent];
    int nextDepth = next == NONE ? 0 : depths[next];
    int afterNextDepth = afterNext == NONE ? 0 : depths[afterNext];
    boolean isEven = next != parent && depth - nextDepth == nextDepth - afterNextDepth;
    parents[text] = parent;
    jumps[text] = isEven ? afterNext : parent;
    depths[text] = depth + 1;
  }

  /** Returns a text by its number. */
  String text(int number) {
    return texts[number];
  }

  /** Returns the number of the longest text that another one begins with, or {@link #NONE}. */
  int longest(CharSequence whole) {
    int low = 0;
    int high = texts.length;
    int common = 0;
    while (low < high) {
      int middle = (low + high) >>> 1;
      int shared = shared(texts[middle], whole);
      if (isBehind(texts[middle], whole, shared)) {
        high = middle;
      } else {
        low = middle + 1;
        common = shared;
      }
    }
    int found = low - 1;
    while (found != NONE && texts[found].length() > common) {
      int jump = jumps[found];
      found = jump != NONE && texts[jump].length() > common ? jump : parents[found];
    }
    return found;
  }

  private static int shared(String text, CharSequence whole) {
    int most = Math.min(text.length(), whole.length());
    int shared = 0;
    while (shared < most && text.charAt(shared) == whole.charAt(shared)) {
      shared++;
    }
    return shared;
  }

  private static boolean isBehind(String text, CharSequence whole, int shared) {
    return shared < text.length()
        && (shared == whole.length() || text.charAt(shared) > whole.charAt(shared));
  }
}
