// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.view;

import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.ProfileDifference;
import dev.tiptoe.profile.ProfileViews;
import dev.tiptoe.profile.Timeline;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Comparator;
import java.util.function.DoubleConsumer;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/**
 * Writes a profile as one HTML page that loads nothing from anywhere: flame graph, timeline by
 * thread, table of methods, callers and callees, and the types and methods with how far they are
 * loaded.
 *
 * <p>Of more than two million nodes of the tree of stacks the narrowest are {@linkplain
 * NarrowStacks#JOINED joined}, unless all are requested.
 *
 * <p>Memory: about 24 bytes for each node of the tree of stacks, and 24 more for each that the page
 * has. Names and paths come from the observed program; they are data in the page and never become
 * markup.
 */
public final class HtmlView {

  /** The profile without what makes no difference in a page. */
  private final Profile profile;

  private final ShownStacks shown;
  private final PageTree tree;
  private final PackedNumbers numbers = new PackedNumbers();
  private final boolean inTime;
  private final String view;

  private HtmlView(
      Profile profile, boolean inTime, String view, RowWeight width, PageLimits limits) {
    this.profile = profile;
    this.view = view;
    this.shown = ShownStacks.of(profile, width, limits);
    this.tree = new PageTree(shown.profile());
    this.inTime = inTime;
  }

  /**
   * Writes a profile.
   *
   * @param loaded what is loaded and how far
   * @param out receives UTF-8; stays open
   */
  public static void write(Profile profile, LoadedTable loaded, OutputStream out)
      throws IOException {
    write(profile, loaded, "", NarrowStacks.JOINED, out, share -> {});
  }

  /**
   * Writes a view of a profile.
   *
   * @param loaded what is loaded and how far
   * @param inWords what the profile is of the whole, such as {@code up to 2 s}; empty for all of it
   * @param narrow what becomes of narrow stacks
   * @param out receives UTF-8; stays open
   * @param share takes in now and then how much is written, from 0 to 1
   */
  public static void write(
      Profile profile,
      LoadedTable loaded,
      String inWords,
      NarrowStacks narrow,
      OutputStream out,
      DoubleConsumer share)
      throws IOException {
    write(profile, loaded, inWords, PageLimits.of(narrow), out, share);
  }

  static void write(
      Profile profile,
      LoadedTable loaded,
      String inWords,
      PageLimits limits,
      OutputStream out,
      DoubleConsumer share)
      throws IOException {
    Profile merged = ProfileViews.instantiationsMerged(ProfileViews.typesDisambiguated(profile));
    boolean inTime = merged.totalNanos() > 0;
    RowWeight weight = inTime ? merged::nanos : merged::count;
    HtmlView view = new HtmlView(merged, inTime, inWords, weight, limits);
    view.addStacks();
    view.addWeights("", weight);
    view.addSamples();
    view.write(loaded, out, share);
  }

  /** Writes how a profile differs from another: boxes are as wide as both together. */
  public static void write(ProfileDifference difference, OutputStream out) throws IOException {
    write(difference, "", NarrowStacks.JOINED, out, share -> {});
  }

  /**
   * The same, of a view of both.
   *
   * @param inWords what the profiles are of the whole; empty for all of it
   * @param narrow what becomes of stacks that are narrow in both together
   * @param share takes in now and then how much is written, from 0 to 1
   */
  public static void write(
      ProfileDifference difference,
      String inWords,
      NarrowStacks narrow,
      OutputStream out,
      DoubleConsumer share)
      throws IOException {
    write(difference, inWords, PageLimits.of(narrow), out, share);
  }

  static void write(
      ProfileDifference difference,
      String inWords,
      PageLimits limits,
      OutputStream out,
      DoubleConsumer share)
      throws IOException {
    RowWeight both = row -> difference.before(row) + difference.after(row);
    HtmlView view = new HtmlView(difference.stacks(), false, inWords, both, limits);
    view.addStacks();
    view.addWeights("", difference::before);
    view.addWeights("2", difference::after);
    view.write(LoadedTable.EMPTY, out, share);
  }

  private void addStacks() {
    numbers.addAscending("parent", tree.size(), tree::parent);
    numbers.add("frame", tree.size(), tree::frame);
  }

  /** Adds the weights of the nodes, and of the methods where nodes do not have all of these. */
  private void addWeights(String ending, RowWeight weight) {
    long[] selfs = new long[tree.size()];
    for (int row = 0; row < profile.rows(); row++) {
      selfs[tree.node(shown.stack(row))] += weight.of(row);
    }
    numbers.addScaled("self" + ending, selfs.length, 1, node -> selfs[node]);
    if (shown.joined() > 0) {
      FrameTotals weights = new FrameTotals(profile, weight);
      addOfFrames("methodSelf" + ending, weights.size(), weights::self);
      addOfFrames("methodFolded" + ending, weights.size(), weights::folded);
      addOfFrames("methodTotal" + ending, weights.size(), weights::total);
    }
  }

  private void addOfFrames(String name, int size, IntToLongFunction weights) {
    // The frame for joined stacks is not a frame of the profile.
    numbers.addScaled(
        name,
        tree.frames().size(),
        1,
        place -> tree.number(place) < size ? weights.applyAsLong(tree.number(place)) : 0);
  }

  private void addSamples() {
    Profile stacks = shown.profile();
    Timeline timeline = stacks.timeline();
    int[] cells =
        IntStream.range(0, timeline.size())
            .boxed()
            .sorted(Comparator.comparingLong(timeline::time))
            .mapToInt(Integer::intValue)
            .toArray();
    long slot = timeline.slotNanos();
    numbers.addAscendingScaled("time", cells.length, slot, i -> timeline.time(cells[i]) / slot);
    numbers.add("thread", cells.length, i -> stacks.thread(timeline.row(cells[i])));
    numbers.add("node", cells.length, i -> tree.node(stacks.stack(timeline.row(cells[i]))));
    numbers.addScaled(
        "weight",
        cells.length,
        1,
        i -> inTime ? timeline.nanos(cells[i]) : timeline.count(cells[i]));
  }

  private void write(LoadedTable loaded, OutputStream out, DoubleConsumer share)
      throws IOException {
    PageHeader header = new PageHeader(profile, tree.frames(), inTime, view, loaded);
    if (shown.joined() > 0) {
      header.joined(tree.place(ShownStacks.JOINED), shown.joined());
    }
    PageTemplate.write(
        out,
        packed -> {
          byte[] bytes = header.bytes(numbers);
          for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
            packed.write(bytes.length >>> shift);
          }
          packed.write(bytes);
          numbers.writeTo(packed, share);
        });
  }
}
