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

/** Stacks that begin alike, laid upon one another and counted. */
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
    CallTree node = this;
    node.count++;
    for (String frame : frames) {
      node = node.callees.computeIfAbsent(frame, CallTree::new);
      node.count++;
    }
    node.own++;
  }

  String name() {
    return name;
  }

  /** The same stacks under another name. */
  CallTree renamed(String newName) {
    CallTree tree = new CallTree(newName);
    tree.callees.putAll(callees);
    tree.count = count;
    tree.own = own;
    return tree;
  }

  /** How many stacks pass through here. */
  public long count() {
    return count;
  }

  /** What is called from here, hottest first. */
  public List<CallTree> callees() {
    return callees.values().stream()
        .sorted(Comparator.comparingLong(CallTree::count).reversed().thenComparing(CallTree::name))
        .toList();
  }

  /**
   * Tells every distinct stack and how often it was seen, hottest first at each step. However deep
   * the stacks are, it does not call itself.
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

  /** A node that is still to be told of, so far from the root. */
  private record Step(CallTree node, int depth) {}
}
