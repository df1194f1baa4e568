// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

/**
 * How much memory the token indexes of a map may still take: a start, and some for each row. Tokens
 * of honest modules lie close enough; those that lie as far apart as they can would take a thousand
 * times what told of them. The writer's own.
 */
final class TokenRoom {

  /** 8 MiB, in elements. */
  private static final int START = 1 << 20;

  /** As many as a row may cost, in elements. */
  private static final int A_ROW = 64;

  private long left = START;

  /** A row was told of. */
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
