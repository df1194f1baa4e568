// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import java.util.Arrays;

/**
 * The edges of an {@link InferenceGraph}: applications of rules, numbered from 1. A step takes 21
 * bytes, and 8 for each node. For one thread.
 *
 * <p>The words in which a rule relates premise and conclusion are not kept: {@link Proof} gets them
 * from the rule again.
 */
final class InferenceSteps {

  static final int NONE = 0;

  private static final int PERMANENT = 4;

  private int[] firstOut = new int[16];
  private int[] firstIn = new int[16];

  private int[] from = new int[16];
  private int[] to = new int[16];
  private int[] nextOut = new int[16];
  private int[] nextIn = new int[16];
  private int[] previousIn = new int[16];

  /** The strength, and whether the step is permanent. */
  private byte[] how = new byte[16];

  private int count = 1;
  private int free = NONE;

  /** The step of a strength between two nodes, or {@link #NONE}. */
  int find(int premise, int conclusion, Strength strength) {
    int step = firstOut(premise);
    while (step != NONE && (to[step] != conclusion || strength(step) != strength)) {
      step = nextOut[step];
    }
    return step;
  }

  int add(int premise, int conclusion, Strength strength) {
    int step = number();
    makeRoom(Math.max(premise, conclusion));
    from[step] = premise;
    to[step] = conclusion;
    how[step] = (byte) strength.number();
    nextOut[step] = firstOut[premise];
    firstOut[premise] = step;
    int next = firstIn[conclusion];
    nextIn[step] = next;
    previousIn[step] = NONE;
    if (next != NONE) {
      previousIn[next] = step;
    }
    firstIn[conclusion] = step;
    return step;
  }

  private int number() {
    if (free != NONE) {
      int step = free;
      free = nextOut[step];
      return step;
    }
    if (count == from.length) {
      int size = count * 2;
      from = Arrays.copyOf(from, size);
      to = Arrays.copyOf(to, size);
      nextOut = Arrays.copyOf(nextOut, size);
      nextIn = Arrays.copyOf(nextIn, size);
      previousIn = Arrays.copyOf(previousIn, size);
      how = Arrays.copyOf(how, size);
    }
    return count++;
  }

  private void makeRoom(int node) {
    if (node >= firstOut.length) {
      int size = Integer.highestOneBit(node) * 2;
      firstOut = Arrays.copyOf(firstOut, size);
      firstIn = Arrays.copyOf(firstIn, size);
    }
  }

  void remove(int step) {
    unlinkOut(step);
    int next = nextIn[step];
    int previous = previousIn[step];
    if (previous == NONE) {
      firstIn[to[step]] = next;
    } else {
      nextIn[previous] = next;
    }
    if (next != NONE) {
      previousIn[next] = previous;
    }
    nextOut[step] = free;
    free = step;
  }

  /** A premise has few steps; a conclusion may have very many. */
  private void unlinkOut(int step) {
    int before = firstOut[from[step]];
    if (before == step) {
      firstOut[from[step]] = nextOut[step];
      return;
    }
    while (nextOut[before] != step) {
      before = nextOut[before];
    }
    nextOut[before] = nextOut[step];
  }

  int from(int step) {
    return from[step];
  }

  int to(int step) {
    return to[step];
  }

  Strength strength(int step) {
    return Strength.numbered(how[step] & ~PERMANENT);
  }

  /** Whether it holds as long as its premise does. */
  boolean isPermanent(int step) {
    return (how[step] & PERMANENT) != 0;
  }

  void setPermanent(int step, boolean permanent) {
    how[step] = (byte) (permanent ? how[step] | PERMANENT : how[step] & ~PERMANENT);
  }

  int firstOut(int node) {
    return node < firstOut.length ? firstOut[node] : NONE;
  }

  int nextOut(int step) {
    return nextOut[step];
  }

  int firstIn(int node) {
    return node < firstIn.length ? firstIn[node] : NONE;
  }

  int nextIn(int step) {
    return nextIn[step];
  }
}
