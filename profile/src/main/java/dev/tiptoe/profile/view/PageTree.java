// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.view;

import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.StackTree;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The stacks of a profile in the order of the page: frames by name; nodes in breadth-first order
 * below a root, which is node 0, siblings by frame. So the callees of a node follow one another.
 */
final class PageTree {

  private final List<Frame> frames;

  /** The frames' numbers in the profile, by their places here. */
  private final int[] byName;

  private final int[] parents;
  private final int[] frameOf;

  /** For each stack of the profile, its node. */
  private final int[] nodes;

  PageTree(Profile profile) {
    StackTree stacks = profile.stacks();
    byName =
        IntStream.range(0, profile.frames().size())
            .boxed()
            .sorted(Comparator.comparing(frame -> profile.frames().get(frame).shown()))
            .mapToInt(Integer::intValue)
            .toArray();
    int[] rank = new int[byName.length];
    for (int place = 0; place < byName.length; place++) {
      rank[byName[place]] = place;
    }
    frames = IntStream.of(byName).mapToObj(profile.frames()::get).toList();
    int size = stacks.size();
    parents = new int[size + 1];
    frameOf = new int[size + 1];
    nodes = new int[size];
    int[] firstCallee = new int[size + 1];
    int[] nextSibling = new int[size];
    for (int stack : byDescendingRank(stacks, rank)) {
      int caller = stacks.caller(stack) + 1;
      nextSibling[stack] = firstCallee[caller];
      firstCallee[caller] = stack + 1;
    }
    // The queue of the breadth-first walk: stacks plus 1, by node; 0 is the root.
    int[] queue = new int[size + 1];
    int end = 1;
    for (int node = 0; node < end; node++) {
      for (int next = firstCallee[queue[node]]; next != 0; next = nextSibling[next - 1]) {
        int stack = next - 1;
        queue[end] = next;
        nodes[stack] = end;
        parents[end] = node;
        frameOf[end] = rank[stacks.frame(stack)];
        end++;
      }
    }
  }

  /** Sorts by counting: there are far fewer frames than stacks. */
  private static int[] byDescendingRank(StackTree stacks, int[] rank) {
    int[] starts = new int[rank.length + 1];
    for (int stack = 0; stack < stacks.size(); stack++) {
      starts[rank.length - rank[stacks.frame(stack)]]++;
    }
    for (int i = 1; i <= rank.length; i++) {
      starts[i] += starts[i - 1];
    }
    int[] sorted = new int[stacks.size()];
    for (int stack = stacks.size() - 1; stack >= 0; stack--) {
      sorted[--starts[rank.length - rank[stacks.frame(stack)]]] = stack;
    }
    return sorted;
  }

  /** Returns the frames in their order. */
  List<Frame> frames() {
    return frames;
  }

  /** Returns the number in the profile of the frame at a place. */
  int number(int place) {
    return byName[place];
  }

  /** Returns the place of a frame. */
  int place(Frame frame) {
    return frames.indexOf(frame);
  }

  /** Returns the number of nodes, the root included. */
  int size() {
    return parents.length;
  }

  int parent(int node) {
    return parents[node];
  }

  int frame(int node) {
    return frameOf[node];
  }

  /** Returns the node of a stack of the profile. */
  int node(int stack) {
    return stack == StackTree.NONE ? 0 : nodes[stack];
  }
}
