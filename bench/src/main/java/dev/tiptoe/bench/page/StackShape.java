// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.page;

import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.FrameKind;
import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.ProfileThread;
import dev.tiptoe.profile.StackTree;
import java.util.SplittableRandom;

/** A shape of stacks, of which a profile is made; the same seed makes the same profile. */
public enum StackShape {
  /** Half of the nodes of the tree call others; every other node is the leaf of one stack. */
  SHARED {
    @Override
    int[] stacks(Profile.Builder builder, int[] frames, int stacks) {
      SplittableRandom random = new SplittableRandom(7);
      int[] callers = new int[stacks];
      int[] leaves = new int[stacks];
      callers[0] = builder.stack(StackTree.NONE, frames[0]);
      for (int i = 1; i < stacks; i++) {
        // Near ones are deep, far ones shallow: some 30 frames in the middle.
        int caller =
            random.nextInt(3) == 0 ? random.nextInt(i) : Math.max(0, i - 1 - random.nextInt(NEAR));
        callers[i] = builder.stack(callers[caller], frames[random.nextInt(frames.length)]);
      }
      for (int i = 0; i < stacks; i++) {
        leaves[i] = builder.stack(callers[i], frames[random.nextInt(frames.length)]);
      }
      return leaves;
    }
  },
  /** Thirty frames, of which the first two are few and the others any. */
  DISTINCT {
    @Override
    int[] stacks(Profile.Builder builder, int[] frames, int stacks) {
      SplittableRandom random = new SplittableRandom(1);
      int[] leaves = new int[stacks];
      for (int i = 0; i < stacks; i++) {
        int stack = StackTree.NONE;
        for (int depth = 0; depth < DEPTH; depth++) {
          int choice = random.nextInt(depth < 2 ? 10 : frames.length);
          stack = builder.stack(stack, frames[choice]);
        }
        leaves[i] = stack;
      }
      return leaves;
    }
  };

  private static final int NEAR = 40_000;
  private static final int DEPTH = 30;
  private static final int FRAMES = 20_000;
  private static final int THREADS = 8;

  /** Adds stacks, and returns them. */
  abstract int[] stacks(Profile.Builder builder, int[] frames, int stacks);

  /**
   * Returns a profile with so many stacks and 20,000 methods, of which some are folded at first.
   */
  public Profile profile(int stacks) {
    Profile.Builder builder = new Profile.Builder().name(stacks + " stacks");
    int[] threads = new int[THREADS];
    for (int i = 0; i < THREADS; i++) {
      threads[i] = builder.thread(new ProfileThread(i, i, "thread " + i));
    }
    int[] leaves = stacks(builder, frames(builder), stacks);
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < leaves.length; i++) {
      long nanos = 10_000L + random.nextInt(100_000);
      builder.add(i * 10_000L, builder.row(threads[i % THREADS], leaves[i]), 1, nanos);
    }
    return builder.build();
  }

  private static int[] frames(Profile.Builder builder) {
    int[] frames = new int[FRAMES];
    for (int i = 0; i < FRAMES; i++) {
      String module = i % 3 == 0 ? "System.Module" + i % 97 + ".dll" : "Module" + i % 31 + ".dll";
      String type = i % 50 == 1 ? "System.Threading.Tasks.Task" : "Some.Type";
      String name = type + i % 1999 + "::Method" + i;
      frames[i] =
          builder.frame(
              i % 50 == 0 ? Frame.special(name, FrameKind.NATIVE) : Frame.named(name, module));
    }
    return frames;
  }
}
