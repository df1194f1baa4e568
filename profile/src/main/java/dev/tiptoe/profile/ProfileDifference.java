// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The difference of two profiles: the stacks of both, threads merged, with the number of samples
 * that each has in either. Frames are equal when their methods and the names of their modules are
 * equal. Instantiations of a method that {@linkplain Frame#written is written} alike are equal,
 * too. Immutable.
 */
public final class ProfileDifference {

  /** What makes frames of two profiles the same: either of these. */
  private record Key(String text, boolean isWritten, String module) {}

  /** The frames that are the same. */
  private static final class Group {
    final Frame first;
    final Set<String> methods = new HashSet<>();
    int number = -1;

    Group(Frame first) {
      this.first = first;
    }
  }

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
    Map<Key, Group> groups = new HashMap<>();
    // A name that only one of the profiles has in several namespaces has them in both.
    SharedTypeNames names = new SharedTypeNames();
    names.add(before.frames());
    names.add(after.frames());
    List<Group> ofBefore = grouped(names.applied(before.frames()), groups);
    List<Group> ofAfter = grouped(names.applied(after.frames()), groups);
    long[] inBefore = counts(before, both, ofBefore, new long[64]);
    long[] inAfter = counts(after, both, ofAfter, new long[64]);
    Profile stacks = both.build();
    return new ProfileDifference(
        stacks, Arrays.copyOf(inBefore, stacks.rows()), Arrays.copyOf(inAfter, stacks.rows()));
  }

  /** Returns the group of each frame. */
  private static List<Group> grouped(List<Frame> frames, Map<Key, Group> groups) {
    List<Group> ofFrames = new ArrayList<>();
    for (Frame frame : frames) {
      String module = frame.module().name();
      Key method = new Key(frame.method(), false, module);
      Key written = frame.written().isEmpty() ? method : new Key(frame.written(), true, module);
      Group known = groups.get(method);
      Group group = known == null ? groups.get(written) : known;
      if (group == null) {
        group = new Group(frame);
      }
      group.methods.add(frame.method());
      groups.put(method, group);
      groups.putIfAbsent(written, group);
      ofFrames.add(group);
    }
    return ofFrames;
  }

  /** Adds the stacks of a profile, and returns how many samples each row of both has of it. */
  private static long[] counts(
      Profile profile, Profile.Builder both, List<Group> groups, long[] known) {
    int[] numbers = new int[groups.size()];
    for (int i = 0; i < numbers.length; i++) {
      Group group = groups.get(i);
      if (group.number < 0) {
        group.number = both.frame(ProfileViews.ofMany(group.first, group.methods.size()));
      }
      numbers[i] = group.number;
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
