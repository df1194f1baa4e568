// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.export;

import dev.tiptoe.profile.StackTree;
import java.util.Arrays;

/** Puts the nodes of a tree into an order in which callees follow their callers. */
final class Siblings {

  private Siblings() {}

  /**
   * Returns for each node its place in a walk from the roots, callees of one caller by the ranks of
   * their frames.
   */
  static int[] order(StackTree tree, int[] ranks) {
    int size = tree.size();
    // All nodes by caller and rank; roots are the callees of node 0 of these numbers.
    int[] starts = new int[size + 2];
    for (int node = 0; node < size; node++) {
      starts[tree.caller(node) + 2]++;
    }
    for (int i = 1; i < starts.length; i++) {
      starts[i] += starts[i - 1];
    }
    long[] callees = new long[size];
    int[] next = starts.clone();
    for (int node = 0; node < size; node++) {
      callees[next[tree.caller(node) + 1]++] =
          (long) ranks[tree.frame(node)] << Integer.SIZE | node;
    }
    for (int caller = 0; caller <= size; caller++) {
      Arrays.sort(callees, starts[caller], starts[caller + 1]);
    }
    return places(size, starts, callees);
  }

  private static int[] places(int size, int[] starts, long[] callees) {
    int[] places = new int[size];
    int[] open = new int[size + 1];
    int depth = 0;
    int place = 0;
    open[depth++] = 0;
    int[] left = starts.clone();
    while (depth > 0) {
      int caller = open[depth - 1];
      if (left[caller] == starts[caller + 1]) {
        depth--;
      } else {
        int node = (int) callees[left[caller]++];
        places[node] = place++;
        open[depth++] = node + 1;
      }
    }
    return places;
  }
}
