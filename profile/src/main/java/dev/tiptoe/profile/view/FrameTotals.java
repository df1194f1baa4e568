// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.view;

import dev.tiptoe.profile.FrameKind;
import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.StackTree;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

/** The weights of the frames of a profile over all its stacks, by the numbers of frames. */
final class FrameTotals {

  /** The kinds that a page leaves out at first; its {@code model.js} has the same. */
  private static final Set<FrameKind> FOLDED = EnumSet.of(FrameKind.ASYNC, FrameKind.NATIVE);

  private final long[] selfs;
  private final long[] folded;
  private final long[] totals;

  /** Adds up the weights. This takes 16 bytes of memory for each node of the stacks. */
  FrameTotals(Profile profile, RowWeight weight) {
    selfs = selfs(profile, weight, EnumSet.noneOf(FrameKind.class));
    folded = selfs(profile, weight, FOLDED);
    totals = totals(profile, weight);
  }

  /** Returns the number of frames. */
  int size() {
    return selfs.length;
  }

  /** Returns the weight of a frame itself. */
  long self(int frame) {
    return selfs[frame];
  }

  /**
   * Returns the weight of a frame itself, without frames that only carry the work of others: their
   * weight is that of the frame that called them.
   */
  long folded(int frame) {
    return folded[frame];
  }

  /** Returns the weight of a frame with all that it calls; recursion counts once. */
  long total(int frame) {
    return totals[frame];
  }

  private static long[] selfs(Profile profile, RowWeight weight, Set<FrameKind> hidden) {
    StackTree stacks = profile.stacks();
    // The innermost frame of each stack that is not hidden, or NONE.
    int[] innermost = new int[stacks.size()];
    for (int node = 0; node < innermost.length; node++) {
      int frame = stacks.frame(node);
      int caller = stacks.caller(node);
      innermost[node] =
          !hidden.contains(profile.frames().get(frame).kind())
              ? frame
              : caller == StackTree.NONE ? StackTree.NONE : innermost[caller];
    }
    long[] selfs = new long[profile.frames().size()];
    for (int row = 0; row < profile.rows(); row++) {
      int stack = profile.stack(row);
      if (stack != StackTree.NONE && innermost[stack] != StackTree.NONE) {
        selfs[innermost[stack]] += weight.of(row);
      }
    }
    return selfs;
  }

  /** Walks through the tree depth first, and adds a node that is in no other one of its frame. */
  private static long[] totals(Profile profile, RowWeight weight) {
    StackTree stacks = profile.stacks();
    long[] ofNodes = weight.totals(profile);
    int[] firstCallee = new int[stacks.size()];
    int[] nextSibling = new int[stacks.size()];
    Arrays.fill(firstCallee, StackTree.NONE);
    int root = StackTree.NONE;
    for (int node = stacks.size() - 1; node >= 0; node--) {
      int caller = stacks.caller(node);
      nextSibling[node] = caller == StackTree.NONE ? root : firstCallee[caller];
      if (caller == StackTree.NONE) {
        root = node;
      } else {
        firstCallee[caller] = node;
      }
    }
    long[] totals = new long[profile.frames().size()];
    int[] open = new int[totals.length];
    for (int node = root; node != StackTree.NONE; ) {
      int frame = stacks.frame(node);
      if (open[frame]++ == 0) {
        totals[frame] += ofNodes[node];
      }
      int next = firstCallee[node];
      while (next == StackTree.NONE && node != StackTree.NONE) {
        open[stacks.frame(node)]--;
        next = nextSibling[node];
        node = stacks.caller(node);
      }
      node = next;
    }
    return totals;
  }
}
