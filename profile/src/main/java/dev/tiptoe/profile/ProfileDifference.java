// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The difference of two profiles: the stacks of both, threads merged, with the number of samples
 * that each has in either. Frames are the same when their methods and modules' names are.
 * Immutable.
 */
public final class ProfileDifference {

  /** What makes frames of two profiles the same. */
  private record Key(String method, String module) {}

  private final Profile stacks;
  private final long[] before;
  private final long[] after;

  private ProfileDifference(Profile stacks, long[] before, long[] after) {
    this.stacks = stacks;
    this.before = before;
    this.after = after;
  }

  /** Returns the difference of two profiles. */
  public static ProfileDifference of(Profile before, Profile after) {
    Profile.Builder both = new Profile.Builder().name(before.name() + " → " + after.name());
    both.counts(after.countType(), after.countUnit());
    both.clock(before.clock().equals(after.clock()) ? after.clock() : Optional.empty());
    both.thread(new ProfileThread(0, 0, "all threads"));
    Map<Key, Integer> frames = new HashMap<>();
    long[] inBefore = counts(before, both, frames, new long[64]);
    long[] inAfter = counts(after, both, frames, new long[64]);
    Profile stacks = both.build();
    return new ProfileDifference(
        stacks, Arrays.copyOf(inBefore, stacks.rows()), Arrays.copyOf(inAfter, stacks.rows()));
  }

  /** Adds the stacks of a profile, and returns how many samples each row of both has of it. */
  private static long[] counts(
      Profile profile, Profile.Builder both, Map<Key, Integer> frames, long[] known) {
    int[] numbers = new int[profile.frames().size()];
    for (int i = 0; i < numbers.length; i++) {
      Frame frame = profile.frames().get(i);
      numbers[i] =
          frames.computeIfAbsent(
              new Key(frame.method(), frame.module().name()), any -> both.frame(frame));
    }
    StackTree tree = profile.stacks();
    int[] nodes = new int[tree.size()];
    for (int node = 0; node < nodes.length; node++) {
      int caller = tree.caller(node) == StackTree.NONE ? StackTree.NONE : nodes[tree.caller(node)];
      nodes[node] = both.stack(caller, numbers[tree.frame(node)]);
    }
    long[] counts = known;
    for (int row = 0; row < profile.rows(); row++) {
      int stack = profile.stack(row);
      int place = both.row(0, stack == StackTree.NONE ? StackTree.NONE : nodes[stack]);
      if (place >= counts.length) {
        counts = Arrays.copyOf(counts, Math.max(place + 1, counts.length * 2));
      }
      counts[place] += profile.count(row);
      both.add(0, place, profile.count(row), profile.nanos(row));
    }
    return counts;
  }

  /** Returns the stacks of both profiles, a row for each; the weight of a row is that of both. */
  public Profile stacks() {
    return stacks;
  }

  /** Returns how many samples a row had before. */
  public long before(int row) {
    return before[row];
  }

  /** Returns how many samples a row had afterwards. */
  public long after(int row) {
    return after[row];
  }

  /** Returns how many samples more a row had afterwards, or fewer. */
  public long change(int row) {
    return after[row] - before[row];
  }
}
