// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile;

import java.util.Arrays;

/**
 * Distinct stacks, each a node that has a frame and the node of its caller; so stacks with the same
 * beginning share it. Nodes are numbers from 0; callers have smaller numbers than their callees.
 * Immutable. Retains 8 bytes for each node.
 */
public final class StackTree {

  /** The caller of a root, and the stack without frames. */
  public static final int NONE = -1;

  private final int[] callers;
  private final int[] frames;

  private StackTree(int[] callers, int[] frames) {
    this.callers = callers;
    this.frames = frames;
  }

  /** Returns the number of nodes. */
  public int size() {
    return callers.length;
  }

  /** Returns the caller of a node, or {@link #NONE}. */
  public int caller(int node) {
    return callers[node];
  }

  /** Returns the number of a node's frame. */
  public int frame(int node) {
    return frames[node];
  }

  /** Returns the number of frames of a stack. */
  public int depth(int stack) {
    int depth = 0;
    for (int node = stack; node != NONE; node = callers[node]) {
      depth++;
    }
    return depth;
  }

  /** Returns the numbers of a stack's frames, root first. */
  public int[] frames(int stack) {
    int[] path = new int[depth(stack)];
    int place = path.length;
    for (int node = stack; node != NONE; node = callers[node]) {
      path[--place] = frames[node];
    }
    return path;
  }

  /** Builds a tree. Not thread-safe. Retains up to 24 bytes for each node. */
  static final class Builder {

    private int[] callers = new int[256];
    private int[] frames = new int[256];

    /** Open addressing; 0 is free, else the number of a node plus 1. */
    private int[] places = new int[512];

    private int size;

    /** Returns the node of a frame that a caller called, and makes it if there is none. */
    int node(int caller, int frame) {
      int mask = places.length - 1;
      int place = hash(caller, frame) & mask;
      for (int found = places[place]; found != 0; found = places[place]) {
        int node = found - 1;
        if (callers[node] == caller && frames[node] == frame) {
          return node;
        }
        place = (place + 1) & mask;
      }
      return add(place, caller, frame);
    }

    private int add(int place, int caller, int frame) {
      if (size == callers.length) {
        int length = Math.toIntExact(size + (size >> 1) + 1L);
        callers = Arrays.copyOf(callers, length);
        frames = Arrays.copyOf(frames, length);
      }
      callers[size] = caller;
      frames[size] = frame;
      places[place] = ++size;
      if (size * 2L > places.length) {
        rehash();
      }
      return size - 1;
    }

    private void rehash() {
      places = new int[Math.multiplyExact(places.length, 2)];
      int mask = places.length - 1;
      for (int node = 0; node < size; node++) {
        int place = hash(callers[node], frames[node]) & mask;
        while (places[place] != 0) {
          place = (place + 1) & mask;
        }
        places[place] = node + 1;
      }
    }

    /** Siblings lie near one another, as do the nodes of one stack. */
    private static int hash(int caller, int frame) {
      int hash = caller * 0x9E3779B9 + frame * 0x85EBCA6B;
      return hash ^ (hash >>> 15);
    }

    int size() {
      return size;
    }

    StackTree build() {
      return new StackTree(Arrays.copyOf(callers, size), Arrays.copyOf(frames, size));
    }
  }
}
