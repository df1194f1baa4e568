// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/** Stacks that begin alike, laid upon one another and counted. */
final class CallTree {

  private final String name;
  private final Map<String, CallTree> callees = new LinkedHashMap<>();
  private long count;
  private long own;

  CallTree(String name) {
    this.name = name;
  }

  /** Adds one stack, from root to leaf. */
  void add(List<String> frames) {
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

  /** How many stacks pass through here. */
  long count() {
    return count;
  }

  /** What is called from here, hottest first. */
  List<CallTree> callees() {
    return callees.values().stream()
        .sorted(Comparator.comparingLong(CallTree::count).reversed().thenComparing(CallTree::name))
        .toList();
  }

  /** Tells every distinct stack and how often it was seen, hottest first at each step. */
  void forEachStack(List<String> above, BiConsumer<List<String>, Long> stack) {
    if (own > 0) {
      stack.accept(above, own);
    }
    for (CallTree callee : callees()) {
      callee.forEachStack(Stream.concat(above.stream(), Stream.of(callee.name)).toList(), stack);
    }
  }
}
