// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.view;

import dev.tiptoe.profile.StackTree;

/**
 * The widest nodes of a tree of stacks, up to a number; among nodes of about the same width, those
 * nearer to the root. With a node its caller is always included.
 *
 * <p>Memory: 4 bytes for each node of the tree, besides their weights.
 */
final class WidestNodes {

  /** The classes of width: those that share their first bits, of which these follow the highest. */
  private static final int BITS = 4;

  private final long[] totals;
  private final int[] depths;
  private int leastWidth;
  private int deepest;

  /**
   * Chooses nodes.
   *
   * @param totals the weight of each node with all that it calls
   */
  WidestNodes(StackTree stacks, long[] totals, int most) {
    this.totals = totals;
    this.depths = new int[totals.length];
    int[] ofWidth = new int[width(Long.MAX_VALUE) + 1];
    int levels = 0;
    for (int node = 0; node < totals.length; node++) {
      int caller = stacks.caller(node);
      depths[node] = caller == StackTree.NONE ? 0 : depths[caller] + 1;
      levels = Math.max(levels, depths[node] + 1);
      ofWidth[width(totals[node])]++;
    }
    int chosen = 0;
    leastWidth = ofWidth.length - 1;
    while (leastWidth > 0 && chosen + ofWidth[leastWidth] <= most) {
      chosen += ofWidth[leastWidth--];
    }
    deepest = deepest(new int[levels], most - chosen);
  }

  /** Returns the greatest depth to which nodes of the least width are among the chosen. */
  private int deepest(int[] ofDepth, int most) {
    for (int node = 0; node < totals.length; node++) {
      if (width(totals[node]) == leastWidth) {
        ofDepth[depths[node]]++;
      }
    }
    int depth = 0;
    for (int chosen = 0; depth < ofDepth.length; depth++) {
      chosen += ofDepth[depth];
      if (chosen > most) {
        break;
      }
    }
    return depth - 1;
  }

  /** Returns whether a node is one of them. */
  boolean has(int node) {
    int width = width(totals[node]);
    return width > leastWidth || (width == leastWidth && depths[node] <= deepest);
  }

  /** Returns the class of a weight: a number that rises with it, by steps of a 16th at most. */
  private static int width(long weight) {
    int bits = Long.SIZE - Long.numberOfLeadingZeros(weight);
    return bits <= BITS
        ? (int) weight
        : ((bits - BITS) << BITS) + (int) (weight >>> (bits - BITS - 1) & ((1 << BITS) - 1));
  }
}
