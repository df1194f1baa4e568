// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.trace;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** A tree of calls that merges stacks with the same beginning and counts them. */
public final class CallTree {

  private final String name;
  private final Map<String, CallTree> callees = new LinkedHashMap<>();
  private long count;
  private long own;

  public CallTree(String name) {
    this.name = name;
  }

  /** Adds one stack, from root to leaf. */
  public void add(List<String> frames) {
    add(frames, 1);
  }

  /** Adds a stack so many times. */
  void add(List<String> frames, long times) {
    CallTree node = this;
    node.count += times;
    for (String frame : frames) {
      node = node.callees.computeIfAbsent(frame, CallTree::new);
      node.count += times;
    }
    node.own += times;
  }

  String name() {
    return name;
  }

  /** Returns how many stacks pass through this node. */
  public long count() {
    return count;
  }

  /** Returns the callees, hottest first. */
  public List<CallTree> callees() {
    return callees.values().stream()
        .sorted(Comparator.comparingLong(CallTree::count).reversed().thenComparing(CallTree::name))
        .toList();
  }

  /**
   * Passes every distinct stack and its count to {@code stack}, hottest first at each level. It is
   * not recursive, so stacks may be arbitrarily deep.
   */
  public void forEachStack(BiConsumer<List<String>, Long> stack) {
    List<String> path = new ArrayList<>();
    Deque<Step> open = new ArrayDeque<>(List.of(new Step(this, 0)));
    while (!open.isEmpty()) {
      Step step = open.pop();
      path.subList(Math.max(0, step.depth - 1), path.size()).clear();
      if (step.depth > 0) {
        path.add(step.node.name);
      }
      if (step.node.own > 0) {
        stack.accept(List.copyOf(path), step.node.own);
      }
      List<CallTree> callees = step.node.callees();
      for (int i = callees.size() - 1; i >= 0; i--) {
        open.push(new Step(callees.get(i), step.depth + 1));
      }
    }
  }

  /** A node that is still to be visited, and its distance from the root. */
  private record Step(CallTree node, int depth) {}
}
