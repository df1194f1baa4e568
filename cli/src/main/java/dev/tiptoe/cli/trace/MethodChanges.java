// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.trace;

import dev.tiptoe.cli.terminal.StyledLine;
import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.ProfileDifference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * The difference of two profiles by method: the share of the samples in which each was executing,
 * and in which it was on the stack, of the samples of its own profile. Immutable.
 */
final class MethodChanges {

  /** A method's share of the samples in percent, in either profile. */
  private record Change(String name, double ownBefore, double own, double before, double after) {

    double ofOwn() {
      return own - ownBefore;
    }

    double ofAll() {
      return after - before;
    }

    double size() {
      return Math.max(Math.abs(ofOwn()), Math.abs(ofAll()));
    }
  }

  private final List<Change> changes = new ArrayList<>();
  private final long totalBefore;
  private final long totalAfter;
  private final double least;

  /**
   * Adds up the stacks of a difference.
   *
   * @param names returns the name of a frame's method
   * @param least the change of a share in percent below which a method is left out
   */
  MethodChanges(ProfileDifference difference, Function<Frame, String> names, double least) {
    this.least = least;
    Map<String, long[]> sums = new HashMap<>();
    Profile stacks = difference.stacks();
    long allBefore = 0;
    long allAfter = 0;
    for (int row = 0; row < stacks.rows(); row++) {
      allBefore += difference.before(row);
      allAfter += difference.after(row);
      List<Frame> frames = stacks.framesOf(row);
      for (int i = 0; i < frames.size(); i++) {
        long[] sum = sums.computeIfAbsent(names.apply(frames.get(i)), name -> new long[5]);
        if (i == frames.size() - 1) {
          sum[0] += difference.before(row);
          sum[1] += difference.after(row);
        }
        // A method that calls itself counts once; 4 has the last row plus 1.
        if (sum[4] != row + 1L) {
          sum[4] = row + 1L;
          sum[2] += difference.before(row);
          sum[3] += difference.after(row);
        }
      }
    }
    totalBefore = allBefore;
    totalAfter = allAfter;
    sums.forEach((name, sum) -> changes.add(change(name, sum)));
    changes.sort(
        Comparator.comparingDouble((Change change) -> Math.abs(change.ofOwn()))
            .thenComparingDouble(change -> Math.abs(change.ofAll()))
            .reversed()
            .thenComparing(Change::name));
  }

  private Change change(String name, long[] sum) {
    double[] shares =
        Arrays.stream(new int[] {0, 1, 2, 3})
            .mapToDouble(i -> percent(sum[i], i % 2 == 0 ? totalBefore : totalAfter))
            .toArray();
    return new Change(name, shares[0], shares[1], shares[2], shares[3]);
  }

  private static double percent(long part, long all) {
    return all == 0 ? 0 : 100.0 * part / all;
  }

  /** Returns a heading and the methods whose shares differ most, at most so many lines. */
  List<StyledLine> lines(int most) {
    List<StyledLine> lines = new ArrayList<>();
    lines.add(
        new StyledLine()
            .dim(
                "    self  before   after    total  before   after  "
                    + totalBefore
                    + " → "
                    + totalAfter
                    + " samples"));
    List<Change> large = changes.stream().filter(change -> change.size() >= least).toList();
    if (large.isEmpty()) {
      lines.add(
          new StyledLine()
              .add(String.format(Locale.ROOT, "no share differs by %.1f%% or more", least)));
    }
    int shown = large.size() < most ? large.size() : Math.max(0, most - 2);
    for (Change change : large.subList(0, shown)) {
      lines.add(
          new StyledLine()
              .bold(signed(change.ofOwn()))
              .add(share(change.ownBefore))
              .add(share(change.own))
              .add(" " + signed(change.ofAll()))
              .add(share(change.before))
              .add(share(change.after))
              .add("  " + change.name));
    }
    if (shown < large.size()) {
      lines.add(new StyledLine().dim("… " + (large.size() - shown) + " more; --all shows them"));
    }
    return lines;
  }

  private static String signed(double points) {
    return String.format(Locale.ROOT, "%+7.1f%%", points);
  }

  private static String share(double percent) {
    return String.format(Locale.ROOT, "%7.1f%%", percent);
  }
}
