// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.export;

import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.StackTree;
import java.util.Arrays;

/**
 * Puts the stacks of a profile's rows into an order in which callees follow their callers.
 *
 * <p>Only the nodes at which stacks end or branch matter. They are a tree of at most twice as many
 * nodes as there are stacks, whose branches are the runs of nodes between them; so the memory does
 * not depend on the depth of stacks.
 */
final class Siblings {

  private final StackTree tree;
  private final NodeNumbers forks;

  /** For each fork the number of the next one towards the root plus 1; 0 when there is none. */
  private final int[] callers;

  /** For each fork the first frame of its branch. */
  private final int[] frames;

  private final int[] places;

  private Siblings(Profile profile, int[] ranks) {
    tree = profile.stacks();
    forks = forks(profile);
    int[] nodes = forks.nodes();
    callers = new int[nodes.length];
    frames = new int[nodes.length];
    for (int fork = 0; fork < nodes.length; fork++) {
      int node = nodes[fork];
      int caller = tree.caller(node);
      while (caller != StackTree.NONE && !forks.has(caller)) {
        node = caller;
        caller = tree.caller(node);
      }
      callers[fork] = caller == StackTree.NONE ? 0 : forks.of(caller) + 1;
      frames[fork] = tree.frame(node);
    }
    places = places(ranks);
  }

  /**
   * Orders the stacks of the rows of a profile.
   *
   * @param ranks the order of frames, by which callees of one caller are ordered
   */
  static Siblings of(Profile profile, int[] ranks) {
    return new Siblings(profile, ranks);
  }

  /** Returns the place of the stack of a row, from 0; a negative number for one without frames. */
  int place(int stack) {
    return stack == StackTree.NONE ? -1 : places[forks.of(stack)];
  }

  /** Returns the nodes at which stacks end, and those with several callees. */
  private static NodeNumbers forks(Profile profile) {
    StackTree tree = profile.stacks();
    NodeNumbers forks = new NodeNumbers(tree.size());
    NodeNumbers callers = new NodeNumbers(tree.size());
    for (int node = 0; node < tree.size(); node++) {
      int caller = tree.caller(node);
      if (caller != StackTree.NONE) {
        if (callers.has(caller)) {
          forks.add(caller);
        }
        callers.add(caller);
      }
    }
    for (int row = 0; row < profile.rows(); row++) {
      if (profile.stack(row) != StackTree.NONE) {
        forks.add(profile.stack(row));
      }
    }
    return forks.numbered();
  }

  private int[] places(int[] ranks) {
    int size = callers.length;
    // All forks by caller and rank; roots are the callees of 0.
    int[] starts = new int[size + 2];
    for (int caller : callers) {
      starts[caller + 1]++;
    }
    for (int i = 1; i < starts.length; i++) {
      starts[i] += starts[i - 1];
    }
    long[] callees = new long[size];
    int[] next = starts.clone();
    for (int fork = 0; fork < size; fork++) {
      callees[next[callers[fork]]++] = (long) ranks[frames[fork]] << Integer.SIZE | fork;
    }
    for (int caller = 0; caller <= size; caller++) {
      Arrays.sort(callees, starts[caller], starts[caller + 1]);
    }
    return walk(starts, callees);
  }

  private static int[] walk(int[] starts, long[] callees) {
    int size = callees.length;
    int[] places = new int[size];
    int[] open = new int[size + 1];
    int[] left = starts.clone();
    int depth = 1;
    int place = 0;
    while (depth > 0) {
      int caller = open[depth - 1];
      if (left[caller] == starts[caller + 1]) {
        depth--;
      } else {
        int fork = (int) callees[left[caller]++];
        places[fork] = place++;
        open[depth++] = fork + 1;
      }
    }
    return places;
  }
}
