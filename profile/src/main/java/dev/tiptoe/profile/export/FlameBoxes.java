// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.export;

import dev.tiptoe.profile.FrameKind;
import dev.tiptoe.profile.Profile;
import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes the boxes of a flame graph: the threads, and above each its frames. Frames that only carry
 * the work of others are left out, and their callers have the weight.
 *
 * <p>Stacks come in an order in which callees follow their callers, so only the boxes of one stack
 * are open at a time. A box below the limit is dropped; the memory depends on the number of boxes
 * that are kept.
 */
final class FlameBoxes {

  private static final Set<FrameKind> NOISE = Set.of(FrameKind.ASYNC, FrameKind.NATIVE);

  private final Profile profile;
  private final boolean[] noise;
  private final long least;
  private final FlameBox root = new FlameBox(-1);

  /** The frames on the stack, and their weights so far. */
  private int[] open = new int[64];

  private long[] weights = new long[64];
  private long[] owns = new long[64];

  /** The boxes of the frames on the stack that have one already; of noise, its caller's. */
  private @Nullable FlameBox[] boxes = new @Nullable FlameBox[64];

  private int depth;
  private long left;

  private FlameBoxes(Profile profile, long least) {
    this.profile = profile;
    this.least = least;
    this.noise = new boolean[profile.frames().size()];
    for (int i = 0; i < noise.length; i++) {
      noise[i] = NOISE.contains(profile.frames().get(i).kind());
    }
  }

  /**
   * Makes the boxes.
   *
   * @param rows the rows by thread, and those of a thread in the order of their stacks
   * @param least the weight of the lightest box
   */
  static FlameBoxes of(Profile profile, int[] rows, Weights weights, long least) {
    FlameBoxes boxes = new FlameBoxes(profile, least);
    int thread = -1;
    for (int row : rows) {
      if (profile.thread(row) != thread) {
        boxes.close(0, thread);
        thread = profile.thread(row);
      }
      boxes.add(row, thread, weights.ofRow(row));
    }
    boxes.close(0, thread);
    return boxes;
  }

  /** Returns the box of all, whose callees are the threads. */
  FlameBox root() {
    return root;
  }

  /** Returns how many boxes are too light to be kept. */
  long left() {
    return left;
  }

  private void add(int row, int thread, long weight) {
    int[] stack = profile.stacks().frames(profile.stack(row));
    int common = 0;
    while (common < depth && common < stack.length && open[common] == stack[common]) {
      common++;
    }
    close(common, thread);
    if (stack.length > open.length) {
      open = Arrays.copyOf(open, stack.length * 2);
      weights = Arrays.copyOf(weights, open.length);
      owns = Arrays.copyOf(owns, open.length);
      boxes = Arrays.copyOf(boxes, open.length);
    }
    for (; depth < stack.length; depth++) {
      open[depth] = stack[depth];
      weights[depth] = 0;
      owns[depth] = 0;
      boxes[depth] = null;
    }
    for (int i = 0; i < depth; i++) {
      weights[i] += weight;
    }
    root.weight += weight;
    FlameBox ofThread = root.callee(thread);
    ofThread.weight += weight;
    if (depth == 0) {
      ofThread.own += weight;
    } else {
      owns[depth - 1] += weight;
    }
  }

  private void close(int down, int thread) {
    while (depth > down) {
      depth--;
      if (weights[depth] >= least) {
        FlameBox box = box(thread);
        box.own += owns[depth];
        box.weight += noise[open[depth]] ? 0 : weights[depth];
      } else {
        left += noise[open[depth]] ? 0 : 1;
        if (depth > 0) {
          // Of noise, the caller has it.
          owns[depth - 1] += noise[open[depth]] ? owns[depth] : 0;
        }
      }
    }
  }

  /** Returns the box of the frame that is closed; of noise, that of its caller. */
  private FlameBox box(int thread) {
    FlameBox box = null;
    int known = depth + 1;
    while (box == null && known > 0) {
      box = boxes[--known];
    }
    if (box == null) {
      box = root.callee(thread);
      known = -1;
    }
    for (int i = known + 1; i <= depth; i++) {
      box = noise[open[i]] ? box : box.callee(open[i]);
      boxes[i] = box;
    }
    return box;
  }
}
