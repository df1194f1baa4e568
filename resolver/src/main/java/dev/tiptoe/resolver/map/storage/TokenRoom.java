// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

/**
 * The memory that the token indexes of a map may still use: an initial amount, and some for each
 * row. Tokens of normal modules lie close enough; crafted ones could take a thousand times the
 * memory of their facts. Used by the writer only.
 */
final class TokenRoom {

  /** 8 MiB, in elements. */
  private static final int START = 1 << 20;

  /** As many as a row may cost, in elements. */
  private static final int A_ROW = 64;

  private long left = START;

  /** Adds the room for one row. */
  void rowAdded() {
    left += A_ROW;
  }

  /** Takes so many elements, if there are as many left. */
  boolean take(int elements) {
    boolean enough = elements <= left;
    if (enough) {
      left -= elements;
    }
    return enough;
  }
}
