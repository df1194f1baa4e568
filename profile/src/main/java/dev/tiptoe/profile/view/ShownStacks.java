// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.view;

import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.FrameKind;
import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.StackTree;
import dev.tiptoe.profile.Timeline;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntPredicate;

/**
 * The stacks of a profile as a page has them: all of them, or, where they are too many, without the
 * narrowest. These are joined: a callee {@link #JOINED} of their caller has their weight, so the
 * weights of all other nodes stay what they are. Where there are too many cells of the timeline,
 * its slots are longer.
 *
 * <p>Memory: while they are chosen, 16 bytes for each node of the profile.
 */
final class ShownStacks {

  /** Stands for stacks that are joined. */
  static final Frame JOINED = Frame.special("<narrow stacks, joined>", FrameKind.USER);

  private static final int[] SAME = {};

  private final Profile whole;
  private final Profile profile;
  private final int[] nodes;
  private final int joined;

  /** Creates the stacks; {@code nodes} has for each stack of the whole profile the shown one. */
  private ShownStacks(Profile whole, Profile profile, int[] nodes, int joined) {
    this.whole = whole;
    this.profile = profile;
    this.nodes = nodes;
    this.joined = joined;
  }

  /** Returns the stacks that are shown of a profile. */
  static ShownStacks of(Profile profile, RowWeight weight, PageLimits limits) {
    int size = profile.stacks().size();
    boolean fits = size <= limits.nodes() && profile.rows() <= limits.rows();
    if (fits && profile.timeline().size() <= limits.cells()) {
      return new ShownStacks(profile, profile, SAME, 0);
    }
    if (fits) {
      return new Joining(profile, node -> true).finished(limits);
    }
    long[] totals = weight.totals(profile);
    int most = Math.min(size, limits.nodes() - 1) / 2;
    Joining joining = new Joining(profile, new WidestNodes(profile.stacks(), totals, most)::has);
    while (joining.shownRows > limits.rows() && most > 1) {
      most /= 2;
      joining = new Joining(profile, new WidestNodes(profile.stacks(), totals, most)::has);
    }
    return joining.finished(limits);
  }

  /** Returns the profile that is shown; it has the threads and, first, the frames of the whole. */
  Profile profile() {
    return profile;
  }

  /** Returns the stack that is shown for a row of the whole profile. */
  int stack(int row) {
    int stack = whole.stack(row);
    return stack == StackTree.NONE || nodes == SAME ? stack : nodes[stack];
  }

  /** Returns how many distinct stacks are joined. */
  int joined() {
    return joined;
  }

  /** Makes a profile in which some nodes are joined: those that are not kept, and their callees. */
  private static final class Joining {

    private final Profile whole;
    private final Profile.Builder builder;
    private final int[] nodes;
    private final int[] rows;
    private final BitSet joined = new BitSet();
    private int shownRows;

    Joining(Profile whole, IntPredicate kept) {
      this.whole = whole;
      this.builder = new Profile.Builder().like(whole);
      this.nodes = new int[whole.stacks().size()];
      this.rows = new int[whole.rows()];
      whole.threads().forEach(builder::thread);
      whole.frames().forEach(builder::frame);
      for (int node = 0; node < nodes.length; node++) {
        nodes[node] = node(node, kept);
      }
      for (int row = 0; row < rows.length; row++) {
        int stack = whole.stack(row);
        rows[row] =
            builder.row(whole.thread(row), stack == StackTree.NONE ? StackTree.NONE : nodes[stack]);
        shownRows = Math.max(shownRows, rows[row] + 1);
        if (stack != StackTree.NONE && !kept.test(stack)) {
          joined.set(stack);
        }
      }
    }

    private int node(int node, IntPredicate kept) {
      int caller = whole.stacks().caller(node);
      int above = caller == StackTree.NONE ? StackTree.NONE : nodes[caller];
      if (kept.test(node)) {
        return builder.stack(above, whole.stacks().frame(node));
      }
      boolean isWithin = caller != StackTree.NONE && !kept.test(caller);
      return isWithin ? above : builder.stack(above, builder.frame(JOINED));
    }

    ShownStacks finished(PageLimits limits) {
      Timeline timeline = whole.timeline();
      long slot = slot(limits.cells());
      for (int cell = 0; cell < timeline.size(); cell++) {
        builder.add(
            Math.floorDiv(timeline.time(cell), slot) * slot,
            rows[timeline.row(cell)],
            timeline.count(cell),
            timeline.nanos(cell));
      }
      return new ShownStacks(whole, builder.build(), nodes, joined.cardinality());
    }

    /** Returns the shortest slot with which there are few enough cells, or one for each row. */
    private long slot(int most) {
      long slot = whole.timeline().slotNanos();
      int cells = cells(slot);
      while (cells > most && cells > shownRows && slot < Long.MAX_VALUE / 2) {
        slot *= 2;
        cells = cells(slot);
      }
      return slot;
    }

    private int cells(long slot) {
      Timeline timeline = whole.timeline();
      long[] newest = new long[shownRows];
      Arrays.fill(newest, Long.MIN_VALUE);
      int cells = 0;
      for (int cell = 0; cell < timeline.size(); cell++) {
        long at = Math.floorDiv(timeline.time(cell), slot);
        int row = rows[timeline.row(cell)];
        cells += newest[row] == at ? 0 : 1;
        newest[row] = at;
      }
      return cells;
    }
  }
}
