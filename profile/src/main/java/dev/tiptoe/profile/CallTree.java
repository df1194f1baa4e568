// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile;

/**
 * The weights of the nodes of a profile's stacks: its own weight, and its weight with all callees.
 * Immutable. Retains 32 bytes for each node.
 */
public final class CallTree {

  private final Profile profile;
  private final long[] ownCounts;
  private final long[] counts;
  private final long[] ownNanos;
  private final long[] nanos;

  private CallTree(Profile profile) {
    this.profile = profile;
    StackTree stacks = profile.stacks();
    ownCounts = new long[stacks.size()];
    ownNanos = new long[stacks.size()];
    for (int row = 0; row < profile.rows(); row++) {
      int node = profile.stack(row);
      if (node != StackTree.NONE) {
        ownCounts[node] += profile.count(row);
        ownNanos[node] += profile.nanos(row);
      }
    }
    counts = ownCounts.clone();
    nanos = ownNanos.clone();
    // Callers have smaller numbers.
    for (int node = stacks.size() - 1; node >= 0; node--) {
      int caller = stacks.caller(node);
      if (caller != StackTree.NONE) {
        counts[caller] += counts[node];
        nanos[caller] += nanos[node];
      }
    }
  }

  /** Returns the tree of a profile, with the samples of all its threads. */
  public static CallTree of(Profile profile) {
    return new CallTree(profile);
  }

  /** Returns the profile. */
  public Profile profile() {
    return profile;
  }

  /** Returns the number of samples in which a node was executing. */
  public long ownCount(int node) {
    return ownCounts[node];
  }

  /** Returns the number of samples in which a node was on the stack. */
  public long count(int node) {
    return counts[node];
  }

  /** Returns the nanoseconds in which a node was executing. */
  public long ownNanos(int node) {
    return ownNanos[node];
  }

  /** Returns the nanoseconds in which a node was on the stack. */
  public long nanos(int node) {
    return nanos[node];
  }

  /**
   * Returns whether no caller of a node has the same frame; the weights of such nodes add up to
   * that of the frame, which counts a recursive method once.
   */
  public boolean isOutermost(int node) {
    StackTree stacks = profile.stacks();
    int frame = stacks.frame(node);
    for (int at = stacks.caller(node); at != StackTree.NONE; at = stacks.caller(at)) {
      if (stacks.frame(at) == frame) {
        return false;
      }
    }
    return true;
  }
}
