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
import org.jspecify.annotations.Nullable;

/** A tree of calls that merges stacks with the same beginning and counts them. */
public final class CountedCalls {

  private final String name;
  private final Map<String, CountedCalls> callees = new LinkedHashMap<>(2);
  private final @Nullable CountedCalls caller;
  private long count;
  private long own;

  public CountedCalls(String name) {
    this(name, null);
  }

  private CountedCalls(String name, @Nullable CountedCalls caller) {
    this.name = name;
    this.caller = caller;
  }

  /** The number of nodes that several trees together may still get. Mutable, not thread-safe. */
  static final class Room {
    private int left;

    Room(int nodes) {
      left = nodes;
    }

    private boolean take() {
      boolean taken = left > 0;
      left -= taken ? 1 : 0;
      return taken;
    }
  }

  /** Adds one stack, from root to leaf. */
  public void add(List<String> frames) {
    CountedCalls ignored = add(frames, 1, new Room(frames.size()));
  }

  /**
   * Adds a stack so many times, from root to leaf. Without room for new nodes it ends before them.
   *
   * @return where it ends
   */
  CountedCalls add(List<String> frames, long times, Room room) {
    CountedCalls node = this;
    for (String frame : frames) {
      CountedCalls next = node.callees.get(frame);
      if (next == null) {
        if (!room.take()) {
          break;
        }
        next = new CountedCalls(frame, node);
        node.callees.put(frame, next);
      }
      node = next;
    }
    node.again(times);
    return node;
  }

  /** Returns the number of callers of this node. */
  int depth() {
    int depth = 0;
    for (CountedCalls node = caller; node != null; node = node.caller) {
      depth++;
    }
    return depth;
  }

  /** Adds stacks that end here. */
  private void again(long times) {
    own += times;
    for (CountedCalls node = this; node != null; node = node.caller) {
      node.count += times;
    }
  }

  String name() {
    return name;
  }

  /** Returns how many stacks pass through this node. */
  public long count() {
    return count;
  }

  /** Returns how many stacks end at this node. */
  long own() {
    return own;
  }

  /** Returns the callees, hottest first. */
  public List<CountedCalls> callees() {
    return callees.values().stream()
        .sorted(
            Comparator.comparingLong(CountedCalls::count)
                .reversed()
                .thenComparing(CountedCalls::name))
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
      List<CountedCalls> callees = step.node.callees();
      for (int i = callees.size() - 1; i >= 0; i--) {
        open.push(new Step(callees.get(i), step.depth + 1));
      }
    }
  }

  /** A node that is still to be visited, and its distance from the root. */
  private record Step(CountedCalls node, int depth) {}
}
