// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** The weights of the frames of a profile: the table of its methods. */
public final class FrameWeights {

  /**
   * The weight of a frame. Immutable.
   *
   * @param frame the frame
   * @param ownCount the number of samples in which it was executing
   * @param count the number of samples in which it was on the stack, once or more often
   * @param ownNanos the nanoseconds in which it was executing
   * @param nanos the nanoseconds in which it was on the stack
   */
  public record Weight(Frame frame, long ownCount, long count, long ownNanos, long nanos) {}

  private FrameWeights() {}

  /** Returns the frames of a profile with their weights, most often executing first. */
  public static List<Weight> of(Profile profile) {
    CallTree tree = CallTree.of(profile);
    StackTree stacks = profile.stacks();
    int frames = profile.frames().size();
    long[][] sums = new long[4][frames];
    for (int node = 0; node < stacks.size(); node++) {
      int frame = stacks.frame(node);
      sums[0][frame] += tree.ownCount(node);
      sums[2][frame] += tree.ownNanos(node);
      if (tree.isOutermost(node)) {
        sums[1][frame] += tree.count(node);
        sums[3][frame] += tree.nanos(node);
      }
    }
    return IntStream.range(0, frames)
        .mapToObj(
            i ->
                new Weight(profile.frames().get(i), sums[0][i], sums[1][i], sums[2][i], sums[3][i]))
        .filter(weight -> weight.count() > 0 || weight.nanos() > 0)
        .sorted(
            Comparator.comparingLong(Weight::ownCount)
                .thenComparingLong(Weight::count)
                .reversed()
                .thenComparing(weight -> weight.frame().method()))
        .toList();
  }
}
