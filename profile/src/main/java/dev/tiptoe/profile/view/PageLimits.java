// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.view;

/**
 * The limits of a page. If a profile exceeds them, its narrowest stacks are joined.
 *
 * @param nodes nodes of the tree of stacks; half of them are kept as they are at most
 * @param rows pairs of a thread and a stack
 * @param cells pairs of a row and a slot of time
 */
record PageLimits(int nodes, int rows, int cells) {

  /** A browser of our time shows as much within a second or two. */
  private static final PageLimits USUAL = new PageLimits(2_000_000, 1_000_000, 2_000_000);

  private static final PageLimits NONE =
      new PageLimits(Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE);

  static PageLimits of(NarrowStacks narrow) {
    return narrow == NarrowStacks.KEPT ? NONE : USUAL;
  }
}
